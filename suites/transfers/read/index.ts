import './created.js'
import './gaps.js'
