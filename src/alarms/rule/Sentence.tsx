import { useTranslate } from 'react-admin'
import { Fragment, type ReactNode } from 'react'

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
  return translate(text, count === undefined ? {} : { smart_count: count })
    .split(/(%\{\w+\})/)
    .map((part, index) => <Fragment key={index}>{/^%\{\w+\}$/.test(part) ? args[part.slice(2, -1)] : part}</Fragment>)
}
