import './runsOut.js'
import './extended.js'
import './confirmed.js'
import './exclusive.js'
