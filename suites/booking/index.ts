import './fields.js'
import './pricesAgree.js'
