import './foreign.js'
import './lists.js'
import './keys.js'
import './credentials.js'
