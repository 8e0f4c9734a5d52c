import { useTranslate } from 'react-admin'
import { useLateWords } from '../../../kit/hooks/useLateWords.ts'
import type { AlarmRecipients } from './useAlarmRecipients.ts'
import css from './editor.module.css'

/** Number of people who are named; the rest are counted. */
const MAX_NAMED = 3

/** Whom an alarm of a level tells, how many people that are, and who may not be reached; "—" while unknown. */
export function LevelTold({ told }: { told: AlarmRecipients | null }) {
  const translate = useTranslate()
  const late = useLateWords('ruleForm')
  if (!told) return <p className={css.told}>—</p>
  const { people, doubtful, channels, escalates } = told
  const comma = translate('crud.comma')
  const names = people.slice(0, MAX_NAMED).join(comma)
  const more = people.length > MAX_NAMED ? ' …' : ''
  const reached = [
    people.length > 0 && late('ruleForm.told.people', { smart_count: people.length, names: `${names}${more}` }),
    ...channels.map(({ name, isTold }) => isTold && name),
  ].filter((part) => part !== false)
  const words = [
    ...reached,
    ...channels.flatMap(({ name, isTold }) => (isTold ? [] : late('ruleForm.told.unreached', { name }))),
    doubtful > 0 && late('ruleForm.told.doubtful', { smart_count: doubtful }),
    escalates ? late('ruleForm.told.escalates') : reached.length === 0 && late('ruleForm.told.nobody'),
  ].filter((part) => part !== false)
  return <p className={css.told}>{words.join(' · ')}</p>
}
