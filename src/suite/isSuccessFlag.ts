/** Whether a member of this name says whether a request was done: `success`, `is_ok`. What else is false in an answer refuses nothing. */
export function isSuccessFlag(name: string): boolean {
  return /^(is_?)?(success(ful)?|ok)$/i.test(name)
}
