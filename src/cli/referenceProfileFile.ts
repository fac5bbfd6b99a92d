import { specFile } from '../contract/specFile.js'

/** The published profile of the reference service in a dialect. */
export function referenceProfileFile(dialect: 'default' | 'partner'): string {
  return specFile(dialect === 'partner' ? 'transfers/profiles/partner.yaml' : 'transfers/profiles/reference.yaml')
}
