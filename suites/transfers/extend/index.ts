import './lengthen.js'
import './minutes.js'
import './outside.js'
import './settled.js'
