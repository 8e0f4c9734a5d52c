import type { Language } from './types.ts'
import { errors as zhCN } from './zhCN/errors.ts'
import { errors as zhEN } from './zhEN/errors.ts'
import { errors as zhTW } from './zhTW/errors.ts'

const catalogues = { zhCN, zhTW, zhEN }

/**
 * The sentence of a problem in a language: `error.rule.min` with {min: 30} gives "Must be 30 or more". The server's only way to words.
 * An unknown key answers itself, so that it is seen and mended.
 */
export function errorText(language: Language, key: string, args: Record<string, string | number> = {}): string {
  let entry: unknown = { error: catalogues[language] }
  for (const part of key.split('.')) entry = (entry as Record<string, unknown> | undefined)?.[part]
  if (typeof entry !== 'string') return key
  return entry.replaceAll(/%\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(args, name) ? String(args[name]) : whole))
}
