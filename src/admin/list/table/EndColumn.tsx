import { TableCell } from '@mui/material'
import { useDataTableRenderContext } from 'react-admin'
import type { ReactNode } from 'react'

/** Column of controls: a click on it does not open the row. */
export function EndColumn({
  className,
  head,
  children,
}: {
  className: string | undefined
  head: ReactNode
  children: ReactNode
}) {
  const context = useDataTableRenderContext()
  if (context === 'header')
    return (
      <TableCell variant="head" scope="col" className={className}>
        {head}
      </TableCell>
    )
  if (context !== 'data') return null
  return (
    <TableCell className={className} onClick={(event) => event.stopPropagation()}>
      {children}
    </TableCell>
  )
}
