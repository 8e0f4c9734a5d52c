import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useNotify } from 'react-admin'
import { useId, useState, type Dispatch, type SetStateAction } from 'react'
import { WireError } from '../../../../dataProvider/http.ts'
import { sendStationCommand, stationCommands, type StationCommand } from '../../../../dataProvider/calls/hj212.ts'
import { COMMANDS, FORMS, type Parameter } from '../../../../resources/hj212.ts'
import { DiscardDialog } from '../../../admin/form/DiscardDialog.tsx'
import { formatFullTime } from '../../../admin/fields/formats.ts'
import { useLabel } from '../../../admin/fields/useLabel.ts'
import { Badge, EmptyState, messageOf } from '../../../kit/index.ts'
import { useMayControl } from '../../../kit/hooks/useMayControl.ts'
import controlsCss from '../../../kit/controls.module.css'
import tableCss from '../../../admin/list/table/table.module.css'
import formCss from '../../../admin/form/form.module.css'
import fieldsCss from '../../../admin/fields/fields.module.css'
import { QueryContent } from '../QueryContent.tsx'
import css from '../device.module.css'
import { TextField } from './TextField.tsx'
import { useZone } from '../../../kit/hooks/useZone.ts'
import { useLateWords } from '../../../kit/hooks/useLateWords.ts'

/** How often the result of a command is polled while one is under way, and otherwise, ms. */
const POLL_INTERVAL_MS = 1000
const IDLE_INTERVAL_MS = 15_000

/** The chosen command, and parameters that were typed and not sent. */
export interface CommandDraft {
  cn: string
  params: Readonly<Record<string, string>>
}

export const FIRST_COMMAND: CommandDraft = { cn: '1011', params: {} }

/** Whether typed parameters would be lost. */
export const isCommandTyped = ({ params }: CommandDraft): boolean => Object.values(params).some(Boolean)

export interface CommandFormProps {
  id: number
  /** Kept by the dialog, so that it survives a change of tab. */
  draft: CommandDraft
  onDraft: Dispatch<SetStateAction<CommandDraft>>
}

/** Commands to a station, for callers who may control it, and the results of the last ones. */
export function StationCommands({ connected, ...form }: CommandFormProps & { connected: boolean }) {
  const { id } = form
  const translate = useLateWords('station')
  const query = useQuery({
    queryKey: ['hj212', id, 'commands'],
    queryFn: ({ signal }) => stationCommands(id, signal),
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.some(({ outcome }) => outcome === null) ? POLL_INTERVAL_MS : IDLE_INTERVAL_MS,
  })
  return (
    <section className={formCss.section}>
      <h3 className={css.heading}>{translate('station.commands')}</h3>
      {useMayControl() && <CommandForm {...form} connected={connected} onSent={() => void query.refetch()} />}
      <QueryContent query={query}>
        {(commands) =>
          commands.length === 0 ? (
            <EmptyState title={translate('station.noCommands')} />
          ) : (
            <CommandTable commands={commands} />
          )
        }
      </QueryContent>
    </section>
  )
}

function CommandForm({
  id,
  draft,
  onDraft,
  connected,
  onSent,
}: CommandFormProps & { connected: boolean; onSent: () => void }) {
  const translate = useLateWords('station')
  const notify = useNotify()
  const pick = useLabel()
  const choice = useId()
  const { cn, params } = draft
  // Another command that the user chose while this one has typed parameters.
  const [other, setOther] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const form = FORMS[cn] ?? []
  const choose = (next: string) => {
    setOther(null)
    onDraft({ cn: next, params: {} })
    setErrors({})
  }
  const send = async () => {
    if (busy) return
    setBusy(true)
    setErrors({})
    try {
      await sendStationCommand(
        id,
        cn,
        Object.fromEntries(
          form.flatMap(({ name, kind }) =>
            params[name]
              ? [[name, kind === 'time' ? params[name].replaceAll(/\D/g, '').padEnd(14, '0') : params[name]]]
              : [],
          ),
        ),
      )
      // Keeps what was typed while the command was being sent.
      onDraft((now) => (now === draft ? { cn, params: {} } : now))
      onSent()
    } catch (failure) {
      const fields = failure instanceof WireError ? failure.body.errors : undefined
      setErrors(
        Object.fromEntries(
          Object.entries(fields ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        ),
      )
      const text = messageOf(failure, translate)
      notify(text, { type: 'error', messageArgs: { _: text } })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css.stationForm}>
      <div className={fieldsCss.field} data-part="field">
        <div className={fieldsCss.head}>
          <label htmlFor={choice}>{translate('station.command')}</label>
        </div>
        <select
          id={choice}
          className={controlsCss.input}
          data-part="input"
          value={cn}
          onChange={({ target }) => (isCommandTyped(draft) ? setOther(target.value) : choose(target.value))}
        >
          {Object.keys(FORMS).map((code) => (
            <option key={code} value={code}>
              {`${code} ${pick(COMMANDS[code] ?? ['', '', ''])}`}
            </option>
          ))}
        </select>
      </div>
      {form.map((parameter) => (
        <TextField
          key={parameter.name}
          label={labelOf(parameter, translate)}
          type={typeOf(parameter)}
          value={params[parameter.name] ?? ''}
          onChange={(value) =>
            onDraft((before) => ({ ...before, params: { ...before.params, [parameter.name]: value } }))
          }
          error={errors[parameter.name]}
        />
      ))}
      <Button
        variant="contained"
        color="primary"
        disabled={!connected}
        onClick={() => void send()}
        aria-disabled={busy}
        aria-busy={busy}
      >
        {translate('station.send')}
      </Button>
      {other !== null && (
        <DiscardDialog
          guard={{
            asking: true,
            close: () => setOther(null),
            leave: () => choose(other),
            stay: () => setOther(null),
          }}
        />
      )}
    </div>
  )
}

/** Parameters are shown by their protocol names, except for those with a common word. */
const labelOf = ({ name }: Parameter, translate: (key: string) => string): string =>
  name === 'BeginTime'
    ? translate('station.begin')
    : name === 'EndTime'
      ? translate('station.end')
      : name === 'NewPW'
        ? translate('hj212.pw')
        : name

const typeOf = ({ kind }: Parameter): string =>
  kind === 'int' ? 'number' : kind === 'time' ? 'datetime-local' : kind === 'password' ? 'password' : 'text'

function CommandTable({ commands }: { commands: readonly StationCommand[] }) {
  const zone = useZone()
  const translate = useLateWords('station')
  const pick = useLabel()
  return (
    <div className={css.table}>
      <table className={clsx(tableCss.table, css.rowsTable)}>
        <thead>
          <tr>
            {['at', 'command', 'by', 'result'].map((column) => (
              <th key={column} scope="col">
                {translate(`station.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {commands.map(({ id, cn, params, asked_at, asked_by, outcome, answer }) => (
            <tr key={id}>
              <td>{formatFullTime(asked_at, zone)}</td>
              <td>
                {`${cn} ${pick(COMMANDS[cn] ?? ['', '', ''])}`}
                <span className={fieldsCss.cellNone}>
                  {' '}
                  {Object.entries(params)
                    .map(([name, value]) => `${name}=${value}`)
                    .join(' ')}
                </span>
              </td>
              <td>{asked_by ?? <span className={fieldsCss.cellNone}>—</span>}</td>
              <td>
                <Badge tone={outcome === 'done' ? 'online' : outcome === null ? 'neutral' : 'alarm'}>
                  {translate(outcome === null ? 'station.sending' : `station.outcome.${outcome}`)}
                </Badge>{' '}
                {answer?.values.map(([name, value]) => `${name}=${value}`).join(' ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
