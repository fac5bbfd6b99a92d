/** The service that octospec is shipped with: the one place of the engine that names a pack. */
export { transfers as pack } from '../suites/transfers/pack.js'
