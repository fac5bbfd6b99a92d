/** With a capital, unless it begins with a name, such as that of a member in camel case. */
export function capital(text: string): string {
  return /^[a-z]+[ ,]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}
