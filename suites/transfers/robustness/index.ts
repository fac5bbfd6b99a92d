import './bodies.js'
import './methods.js'
import './refusals.js'
