import type { OpenAPIV3_1 } from 'openapi-types'
import { contractDocument, type ContractOptions } from './contractDocument.js'

/** The contract as an OpenAPI 3.1 document of the caller's own, with `octo/pricing` applied where `pricing` is true. */
export async function loadContract(options: ContractOptions): Promise<OpenAPIV3_1.Document> {
  // spec/transfers/openapi.yaml is our own file; a test holds it to the OpenAPI schema.
  return structuredClone(contractDocument(options)) as unknown as OpenAPIV3_1.Document
}
