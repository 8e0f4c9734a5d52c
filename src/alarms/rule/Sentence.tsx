import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import { filled } from './filled.tsx'

/** A sentence of the catalogue with elements in the place of its arguments; `count` chooses between its singular and its plural. */
export function Sentence({
  text,
  args,
  count,
}: {
  text: string
  args: Readonly<Record<string, ReactNode>>
  count?: number
}) {
  const translate = useTranslate()
  // Asked without arguments, the catalogue leaves them in place.
  return filled(translate(text, count === undefined ? {} : { smart_count: count }), args)
}
