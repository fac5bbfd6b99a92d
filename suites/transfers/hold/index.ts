// First comes what needs an availability of its own, while there is one; then, at each moment, what writes before what only reads.
import './exclusive.js'
import './confirmed.js'
import './extended.js'
import './runsOut.js'
