import { Button } from '@mui/material'
import { BellPlus } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import type { Row } from '../../../../dataProvider/rows.ts'
import { mayUse } from '../../../../resources/kit/access.ts'
import { resourceOf } from '../../../../resources/index.ts'
import { RecordDialog } from '../../../admin/form/RecordDialog.tsx'
import type { BulkSlotProps } from '../../../admin/fields/slotProps.ts'
import { useCaller } from '../../../kit/index.ts'
import { groupOf } from './addDevices.ts'
import { SetRuleDialog } from './SetRuleDialog.tsx'

/** Sets an alarm rule for the selected devices: an existing rule, or a new one whose form has the devices filled in. */
export default function RuleButton({ rows, onDone }: BulkSlotProps) {
  const translate = useTranslate()
  const caller = useCaller()
  const threshold = resourceOf('alarmConfig/threshold')
  const [step, setStep] = useState<{ kind: 'choose' | 'create'; rows: readonly Row[] } | null>(null)
  const may = { edit: mayUse(caller, threshold, 'edit'), create: mayUse(caller, threshold, 'create') }
  if (!may.edit && !may.create) return null
  const close = () => setStep(null)
  const [first] = step?.rows ?? []
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<BellPlus size={14} aria-hidden />}
        onClick={() => rows.length > 0 && setStep({ kind: 'choose', rows })}
      >
        {translate('alarmConfig.forDevices.button')}
      </Button>
      {step?.kind === 'choose' && (
        <SetRuleDialog
          devices={step.rows}
          may={may}
          onCreate={() => setStep({ ...step, kind: 'create' })}
          onClose={close}
          onSaved={() => {
            close()
            onDone([])
          }}
        />
      )}
      {step?.kind === 'create' && (
        <RecordDialog
          resource={threshold}
          id={null}
          presets={{
            project: groupOf(step.rows)?.project ?? null,
            area: Number(first?.['district_id']) || null,
            fixed: { device_list: step.rows.map(({ id }) => id).join(',') },
          }}
          onClose={close}
        />
      )}
    </>
  )
}
