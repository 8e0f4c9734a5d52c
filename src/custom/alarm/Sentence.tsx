import { useTranslate } from 'ra-core'
import { Fragment, type ReactNode } from 'react'

/** A sentence of the catalogue with elements in the place of its arguments. */
export function Sentence({ text, args }: { text: string; args: Readonly<Record<string, ReactNode>> }) {
  const translate = useTranslate()
  // Asked without arguments, the catalogue leaves them in place.
  return translate(text)
    .split(/(%\{\w+\})/)
    .map((part, index) => <Fragment key={index}>{/^%\{\w+\}$/.test(part) ? args[part.slice(2, -1)] : part}</Fragment>)
}
