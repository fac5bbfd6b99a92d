import { XmlDocument, XmlElement } from 'libxml2-wasm'

/** As much of XML as a test looks at. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

/** Reads XML with a strict parser that is not ours. */
export function readXml(xml: string): Element {
  const document = XmlDocument.fromString(xml)
  const read = (element: XmlElement): Element => ({
    name: element.name,
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
    children: elements(element, '*').map(read),
    text: element.content,
  })
  try {
    return read(document.root)
  } finally {
    document.dispose()
  }
}

/** The elements at a path. */
export function elements(of: XmlDocument | XmlElement, path: string): XmlElement[] {
  return of.find(path).filter((node) => node instanceof XmlElement)
}
