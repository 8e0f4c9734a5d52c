import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import { useRef, useState } from 'react'
import { WireError } from '../../../dataProvider/http.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { device } from '../../../resources/device.ts'
import { fieldProblem } from '../../../resources/kit/validate.ts'
import { useSaved } from '../../admin/useSaved.ts'
import { messageOf } from '../../kit/index.ts'

export interface ShadowForm {
  on: boolean
  script: string
  setOn: (on: boolean) => void
  setScript: (script: string) => void
  dirty: boolean
  busy: boolean
  /** Problem of the script, as a sentence; the platform's refusal stays until the script changes. */
  problem: string | null
  save: () => Promise<void>
}

/**
 * Returns whether a device is a virtual one, and its script, while both are being edited. The edits survive a change of
 * tab.
 */
export function useShadow(row: Row | null): ShadowForm {
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const translate = useTranslate()
  const saved = useSaved()
  const [draft, setDraft] = useState<{ on?: boolean; script?: string }>({})
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const saving = useRef(false)
  const stored = { on: Number(row?.['en_shadow']) === 1, script: String(row?.['shadow_script'] ?? '') }
  const { on, script } = { ...stored, ...draft }
  const wrong = fieldProblem(device.fields.shadow_script, script, {})
  const problem = refused ?? (wrong ? translate(wrong.key, wrong.args) : null)
  const dirty = on !== stored.on || script !== stored.script

  const save = async () => {
    if (!row || saving.current || wrong) return
    saving.current = true
    setBusy(true)
    try {
      await dataProvider.update<Row>(device.path, {
        id: row.id,
        data: { en_shadow: on ? 1 : 0, shadow_script: script },
        previousData: row,
      })
      await saved(device.path)
      setDraft({})
      notify('device.shadow.saved', { type: 'success' })
    } catch (failure) {
      if (failure instanceof WireError && failure.body.errors?.['shadow_script'])
        setRefused(failure.body.errors['shadow_script'])
      const text = messageOf(failure, translate)
      notify(text, { type: 'error', messageArgs: { _: text } })
    } finally {
      saving.current = false
      setBusy(false)
    }
  }
  return {
    on,
    script,
    setOn: (next) => setDraft({ ...draft, on: next }),
    setScript: (next) => {
      setRefused(null)
      setDraft({ ...draft, script: next })
    },
    dirty,
    busy,
    problem,
    save,
  }
}
