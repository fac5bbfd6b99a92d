import './sequences.js'
