import { Fragment, type ReactNode } from 'react'

/** Returns a text with elements in place of its arguments, "%{name}". */
export const filled = (text: string, args: Readonly<Record<string, ReactNode>>): ReactNode[] =>
  text
    .split(/(%\{\w+\})/)
    .map((part, index) => <Fragment key={index}>{/^%\{\w+\}$/.test(part) ? args[part.slice(2, -1)] : part}</Fragment>)
