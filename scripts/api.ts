/**
 * Writes docs/api.md, the reference of the library, from the declarations of the package.
 *
 *   npm run api
 */
import { writeFileSync } from 'node:fs'
import { specFile } from '../src/contract/specFile.js'
import { apiPage } from './api/apiPage.js'

writeFileSync(specFile('../docs/api.md'), await apiPage(specFile('..')))
