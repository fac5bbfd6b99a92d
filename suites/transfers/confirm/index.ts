import './finalize.js'
import './reference.js'
import './receipt.js'
import './mistyped.js'
