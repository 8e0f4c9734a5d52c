/** Forms that differ from their usual ones in width alone: full-width ASCII and signs, half-width kana and hangul, and the wide space. */
const WIDTHS = /[\u3000\uFF01-\uFFEE]/

/** A character as searches compare it: in small letters and of the usual width; one that would become several stays as it is. */
function foldedCharacter(character: string): string {
  const usual = WIDTHS.test(character) ? single(character.normalize('NFKC'), character) : character
  return single(usual.toLowerCase(), usual)
}

const single = (text: string, otherwise: string): string => ([...text].length === 1 ? text : otherwise)

/** A text as searches compare it, on both engines and in the console: case and width make no difference in any script. As many characters as before. */
export const folded = (text: string): string => [...text].map(foldedCharacter).join('')

/** Whether a text contains another, which is folded already. */
export const holds = (text: string, needle: string): boolean => folded(text).includes(needle)

let variants: Map<string, string[]> | null = null
/** Up to here there are scripts with capitals. */
const LAST = 0x1ffff

/** The characters that fold to a folded one, itself first: what a database that folds less must look for. */
export function variantsOf(character: string): readonly string[] {
  variants ??= allVariants()
  return variants.get(character) ?? [character]
}

function allVariants(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (let code = 0x20; code <= LAST; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const character = String.fromCodePoint(code)
    const usual = foldedCharacter(character)
    if (usual !== character) found.set(usual, [...(found.get(usual) ?? [usual]), character])
  }
  return found
}
