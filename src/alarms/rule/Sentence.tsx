import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import { filled } from './filled.tsx'

/** A translated sentence with elements in place of its arguments; `count` selects singular or plural. */
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
  // Translated without arguments, the text keeps its placeholders.
  return filled(translate(text, count === undefined ? {} : { smart_count: count }), args)
}
