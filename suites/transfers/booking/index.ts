import './askedFor.js'
import './fields.js'
import './pricesAgree.js'
