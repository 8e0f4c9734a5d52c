import { DialogContent } from '@mui/material'
import { CreateBase, EditBase, useTranslate } from 'react-admin'
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { resourceOf } from '../../../resources/index.ts'
import { mayUse } from '../../../resources/kit/access.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { MissingDialog } from '../dialogs/MissingDialog.tsx'
import { useResourceWords } from '../words.ts'
import { Dialog, EmptyState, InlineError, useCaller, useExtensions } from '../../kit/index.ts'
import { supportedResource } from '../supportedResource.ts'
import listCss from '../list/list.module.css'
import { FormFoot } from './FormFoot.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import { startValues, type Presets } from './formValues.ts'
import { RecordForm } from './RecordForm.tsx'
import type { Leaving } from './UnsavedChanges.tsx'
import { READ_ANEW, readAnew, useRecord, wholeRow, type OneRecord } from './useRecord.ts'
import css from './form.module.css'

interface RecordDialogProps {
  resource: Resource
  /** null creates a record. */
  id: number | null
  /** Creates a copy of the record. */
  clone?: boolean
  /** The list's row: the form renders from it while the record is fetched. */
  row?: Row
  presets: Presets
  onClose: () => void
}

/**
 * Creates, edits or clones one record: react-admin's CreateBase or EditBase in a dialog with its own address. The form
 * waits until the platform's extensions are known, or could not be loaded: it starts with the values of the fields, and
 * fields that are added later would have none. Until then its skeleton has all fields.
 */
export function RecordDialog({ resource: { path }, id, clone = false, row, presets, onClose }: RecordDialogProps) {
  const translate = useTranslate()
  const extensions = useExtensions()
  const waits = extensions === undefined
  // Applies the extensions itself: a page may draw its dialog a moment before the page has learned of the extensions.
  const resource = useMemo(() => {
    const definition = resourceOf(path)
    return extensions ? supportedResource(definition, extensions) : definition
  }, [path, extensions])
  const action = clone ? 'clone' : id === null ? 'create' : 'edit'
  const allowed = mayUse(useCaller(), resource, action)
  // The form knows whether anything would be lost; until it is drawn, closing loses nothing.
  const leaving = useRef<Leaving>(null)
  const close = useCallback(() => (leaving.current ? leaving.current.close() : onClose()), [onClose])
  const frame = { resource, action, close, waits } as const
  const form = { resource, leaving, onClose }

  if (!allowed) {
    return (
      <Frame {...frame}>
        <DialogContent>
          <EmptyState title={translate('error.forbidden')} />
        </DialogContent>
      </Frame>
    )
  }
  if (id === null) {
    return (
      <Frame {...frame}>
        {waits ? (
          <Waiting {...frame} />
        ) : (
          <Create resource={resource} presets={presets}>
            <RecordForm {...form} record={null} />
          </Create>
        )}
      </Frame>
    )
  }
  if (clone) {
    return (
      <Cloned {...frame} id={id} onClose={onClose}>
        {(template) => (
          <Create resource={resource} presets={presets} template={template}>
            <RecordForm {...form} record={null} />
          </Create>
        )}
      </Cloned>
    )
  }
  return (
    <Edited {...frame} id={id} row={row} onClose={onClose}>
      {(record) => <RecordForm {...form} record={record} />}
    </Edited>
  )
}

/** Access has been checked already; where to go after saving is up to the form. */
const BASE = { disableAuthentication: true, redirect: false, mutationMode: 'pessimistic' } as const

function Create({
  resource,
  presets,
  template,
  children,
}: {
  resource: Resource
  presets: Presets
  template?: Row
  children: ReactNode
}) {
  const caller = useCaller()
  const [start] = useState(() => startValues(resource, caller, null, presets, template))
  return (
    <CreateBase {...BASE} resource={resource.path} record={start}>
      {children}
    </CreateBase>
  )
}

interface FrameProps {
  resource: Resource
  action: 'create' | 'edit' | 'clone'
  close: () => void
}

interface ReadProps extends FrameProps {
  id: number
  /** The record alone is not enough to draw the form. */
  waits: boolean
  onClose: () => void
  children: (record: Row) => ReactNode
}

function Edited({ id, row, ...props }: ReadProps & { row?: Row }) {
  const { resource } = props
  // The row as it was when the dialog was opened: a refetched list does not change what is being edited.
  const [known] = useState(() => wholeRow(resource, row))
  const options = useMemo(() => readAnew(known), [known])
  return (
    <EditBase<Row>
      {...BASE}
      resource={resource.path}
      id={id}
      queryOptions={options}
      mutationOptions={MUTATION}
      render={({ record = known, error, refetch }) => (
        <Read {...props} read={{ record: record ?? null, error, retry: () => void refetch() }} />
      )}
    />
  )
}

/** The saved record goes under the same query key as the one read, so that react-admin keeps it up to date. */
const MUTATION = { meta: READ_ANEW }

function Cloned({ id, ...props }: ReadProps) {
  return <Read {...props} read={useRecord(props.resource, id)} />
}

/** Dialog of a record that is loaded, loading, or missing. */
function Read({
  resource,
  action,
  close,
  waits,
  onClose,
  read: { record, error, retry },
  children,
}: Omit<ReadProps, 'id'> & { read: OneRecord }) {
  if (error instanceof WireError && error.status === 404) return <MissingDialog resource={resource} onClose={onClose} />
  return (
    <Frame resource={resource} action={action} close={close} record={record}>
      {record && !waits ? (
        <>
          {error && (
            <div className={listCss.banner}>
              <InlineError error={error} onRetry={retry} />
            </div>
          )}
          {children(record)}
        </>
      ) : (
        <Waiting resource={resource} action={action} close={close}>
          {error && <InlineError error={error} onRetry={retry} />}
        </Waiting>
      )}
    </Frame>
  )
}

/** Skeleton of a form that is not loaded yet, or the reason why it cannot be loaded. */
function Waiting({ resource, action, close, children }: FrameProps & { children?: ReactNode }) {
  const isNew = action !== 'edit'
  return (
    <>
      <DialogContent className={css.form}>
        {children ?? <FormSkeleton resource={resource} isNew={isNew} />}
      </DialogContent>
      <FormFoot waiting onCancel={close} onAgain={isNew ? nothing : undefined} />
    </>
  )
}

/** The dialog with its head; wider where there are many fields. */
function Frame({
  resource,
  action,
  close,
  record,
  children,
}: FrameProps & { record?: Row | null; children: ReactNode }) {
  const translate = useTranslate()
  const words = useResourceWords(resource)
  const wide = resource.form.flatMap((section) => section.fields).length > 5
  return (
    <Dialog
      title={translate(NAMES[action], { noun: words.noun })}
      named={
        action === 'edit' && record && resource.fields[resource.title]?.type === 'text'
          ? titleOf(resource, record)
          : undefined
      }
      width={resource.formWidth ?? (wide ? 760 : 600)}
      onClose={close}
      data-wide={wide || undefined}
      framed
    >
      {children}
    </Dialog>
  )
}

const NAMES = { create: 'crud.new', edit: 'crud.edit', clone: 'crud.clone' } as const

const nothing = () => {}
