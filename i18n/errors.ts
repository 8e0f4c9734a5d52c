import type { Args } from '../resources/kit/rules.ts'
import { plainArgs } from './args.ts'
import type { Language } from './types.ts'
import { errors as zhCN } from './zhCN/errors.ts'
import { told as zhCNTold } from './zhCN/told.ts'
import { errors as zhEN } from './zhEN/errors.ts'
import { told as zhENTold } from './zhEN/told.ts'
import { errors as zhTW } from './zhTW/errors.ts'
import { told as zhTWTold } from './zhTW/told.ts'

const catalogues = {
  zhCN: { ...zhCN, ...zhCNTold },
  zhTW: { ...zhTW, ...zhTWTold },
  zhEN: { ...zhEN, ...zhENTold },
}

/**
 * Returns the sentence for a problem in a language: `error.rule.min` with {min: 30} gives "Must be 30 or more". The
 * only texts that the server uses. An unknown key is returned as it is, so that it is noticed.
 */
export function errorText(language: Language, key: string, args: Args = {}): string {
  let entry: unknown = { error: catalogues[language] }
  for (const part of key.split('.')) entry = (entry as Record<string, unknown> | undefined)?.[part]
  if (typeof entry !== 'string') return key
  const plain = plainArgs(args, language)
  return entry.replaceAll(/%\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(plain, name) ? String(plain[name]) : whole,
  )
}
