import { useTranslate } from 'react-admin'
import { useCallback, useState, type ReactNode } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { useSlots, type Question } from '../slots.ts'

/**
 * Question that a definition asks before a change is saved: `confirm` resolves with whether to save, `asking` is the
 * open dialog.
 */
export function useQuestion({ question: slot }: Resource): {
  asking: ReactNode
  confirm: (record: Row, values: Values) => Promise<boolean>
} {
  const translate = useTranslate()
  const { questions } = useSlots()
  const [open, setOpen] = useState<{ question: Question; settle: (save: boolean) => void } | null>(null)
  const confirm = useCallback(
    async (record: Row, values: Values): Promise<boolean> => {
      // If the question cannot be determined, saving goes ahead.
      const question = slot === undefined ? null : await questions[slot]({ record, values }).catch(() => null)
      if (question === null) return true
      return new Promise((settle) => setOpen({ question, settle }))
    },
    [slot, questions],
  )
  const answer = (save: boolean) => {
    open?.settle(save)
    setOpen(null)
  }
  return {
    confirm,
    asking: open && (
      <ConfirmDialog
        title={translate(open.question.title)}
        text={translate(open.question.text, open.question.args)}
        confirm={translate(open.question.confirm)}
        onConfirm={() => answer(true)}
        onClose={() => answer(false)}
      />
    ),
  }
}
