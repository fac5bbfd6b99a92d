import type { Registry } from './registry.js'

/** One service as the engine takes it. What the engine knows of a service, it knows from this value. */
export interface Pack extends Registry {
  /** The name of its folders, `transfers`. */
  readonly name: string
}
