import { decodedLayer } from './decodedLayer.js'
import { escapeLayers, textLayer, type TextLayer } from './escapeLayers.js'
import { symbolsOf, type Symbols } from './symbols.js'

/** How often what stands in base64 or hex is decoded: a secret is looked for in its own base64 and hex, too, which is once more. */
const deepest = 3

/**
 * All that text may say: as it stands, with its escapes taken away, what is encoded in that, with its escapes taken away, and so on.
 * Nothing that is encoded holds escapes, so the layer without any has all of it, and each is no longer than the one before.
 * @param placed whether it matters where in the text a byte came from
 */
export function* textLayers(text: string, placed: boolean): Generator<readonly [TextLayer, Symbols], void> {
  let next: TextLayer | null = textLayer(text, placed)
  for (let level = 0; next !== null && level <= deepest; level += 1) {
    let last: readonly [TextLayer, Symbols] | null = null
    for (const layer of escapeLayers(next)) {
      last = [layer, symbolsOf(layer.bytes)]
      yield last
    }
    next = last === null ? null : decodedLayer(...last)
  }
}
