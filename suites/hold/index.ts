// First come those that need an availability of their own, while there is one.
import './exclusive.js'
import './runsOut.js'
import './extended.js'
import './confirmed.js'
