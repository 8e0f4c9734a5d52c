import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Values } from '../../../resources/kit/validate.ts'
import tableCss from '../../admin/list/table/table.module.css'
import { useLawOfNode } from '../../environment/useLawOfNode.ts'
import textCss from '../../kit/text.module.css'

interface ClassLimitProps {
  /** The rule's record. */
  row: Values
  level: number
  /** Shown where the name of the class is unknown. */
  unknown: ReactNode
}

/** A class that a rule watches for, named by the scheme of the rule's project. */
export default function ClassLimit({ row, level, unknown }: ClassLimitProps) {
  const word = useLawOfNode()(Number(row['nodemap_id']), Number(row['project_id']) || null)?.word(level)
  if (word === undefined) return unknown
  return (
    <span className={clsx(textCss.ellipsis, tableCss.cut)} title={word}>
      {word}
    </span>
  )
}
