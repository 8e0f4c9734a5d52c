/**
 * Forms that differ from their usual ones only in width: full-width ASCII and signs, half-width kana and hangul, and
 * the wide space.
 */
const WIDTHS = /[\u3000\uFF01-\uFFEE]/

/**
 * Returns a character as searches compare it: in lower case and of the usual width; a character that would become
 * several stays as it is.
 */
function foldedCharacter(character: string): string {
  const usual = WIDTHS.test(character) ? single(character.normalize('NFKC'), character) : character
  return single(usual.toLowerCase(), usual)
}

const single = (text: string, otherwise: string): string => ([...text].length === 1 ? text : otherwise)

/**
 * Returns a text as searches compare it, in both database engines and in the console: case and width make no difference
 * in any script. The number of characters stays the same.
 */
export const foldText = (text: string): string => [...text].map(foldedCharacter).join('')

/** Whether a text contains another one that is folded already. */
export const containsFolded = (text: string, needle: string): boolean => foldText(text).includes(needle)

let variants: Map<string, string[]> | null = null
/** Last code point of the range that contains scripts with upper and lower case. */
const LAST = 0x1ffff

/**
 * Returns the characters that fold to a folded one, itself first: a database that folds fewer characters must search
 * for all of them.
 */
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
