import './atOnce.js'
import './sequences.js'
