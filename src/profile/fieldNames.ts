/**
 * The logical fields of each operation: what octospec may have to say in a request, by octospec's own names.
 * A profile gives each a place. `id` needs one only where the path has no `{id}`.
 */
export const fieldNames: Readonly<Record<string, readonly string[]>> = {
  transfers: ['currency'],
  availability: ['productId', 'optionId', 'currency'],
  reserve: ['availabilityId', 'expirationMinutes', 'productId', 'optionId', 'currency', 'notes', 'idempotencyKey'],
  extend: ['id', 'expirationMinutes'],
  confirm: ['id', 'emailReceipt', 'reference'],
  update: ['id', 'availabilityId', 'optionId', 'productId', 'expirationMinutes', 'reference', 'emailReceipt', 'notes'],
  cancel: ['id', 'reason'],
  get: ['id'],
  list: ['page', 'pageSize', 'sortField', 'sortOrder', 'bookingType'],
}

export const operationNames: readonly string[] = Object.keys(fieldNames)
