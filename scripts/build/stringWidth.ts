/**
 * Replaces the package `string-width` in the bundle, by which yargs lays out its help: that help is ASCII.
 * The package makes a segmenter for all scripts when it is loaded, which takes a fifth of the time Node takes to start.
 */
export default function stringWidth(text: string): number {
  return text.length
}
