import './confirmed.js'
import './reasons.js'
import './onHold.js'
import './notCancellable.js'
