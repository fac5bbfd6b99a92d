import './fields.js'
