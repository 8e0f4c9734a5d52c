import { Button } from '@mui/material'
import { DataTable, useDataProvider, useListContext, useNotify, useReference } from 'react-admin'
import { useState } from 'react'
import type { HeldCode } from '../../../dataProvider/plainResources.ts'
import { project } from '../../../resources/project.ts'
import { useZone } from '../../chart/useZone.ts'
import { ConfirmDialog } from '../../admin/dialogs/ConfirmDialog.tsx'
import { InlineError } from '../../kit/index.ts'
import { PlainList } from '../../admin/PlainList.tsx'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'

/**
 * Device codes that no device uses any more but that stay reserved for their project, each with a button to release it
 * to all projects (wire.md, `devicecodes`). For super administrators.
 */
export default function DeviceCodesDialog({ onClose }: { onClose: () => void }) {
  const translate = useLateWords('system')
  const zone = useZone()
  return (
    <PlainList
      name="devicecodes"
      title={translate('shell.codes')}
      none={translate('system.codes.none')}
      hint={translate('system.codes.hint')}
      search={translate('system.codes.search')}
      onClose={onClose}
    >
      <DataTable.Col<HeldCode> source="sn" disableSort label={translate('system.codes.sn')} />
      <DataTable.Col<HeldCode>
        source="project_id"
        disableSort
        label={translate('system.codes.project')}
        render={({ project_id }) => <ProjectName id={project_id} />}
      />
      <DataTable.Col<HeldCode>
        source="held_at"
        disableSort
        label={translate('system.codes.since')}
        render={({ held_at }) => (held_at === null ? '—' : zone.full(held_at))}
      />
      <DataTable.Col<HeldCode> label={translate('crud.actions')} render={(code) => <Release code={code} />} />
    </PlainList>
  )
}

function ProjectName({ id }: { id: number | null }) {
  const { referenceRecord } = useReference<{ id: number; [field: string]: unknown }>({
    reference: project.path,
    id: id ?? 0,
    options: { enabled: id !== null },
  })
  const name = referenceRecord?.[project.title]
  return id === null ? '—' : typeof name === 'string' ? name : `#${id}`
}

/** Asks first: afterwards a device of any project may take the code. */
function Release({ code }: { code: HeldCode }) {
  const translate = useLateWords('system')
  const notify = useNotify()
  const dataProvider = useDataProvider()
  const { refetch } = useListContext<HeldCode>()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const release = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await dataProvider.delete('devicecodes', { id: code.id, previousData: code })
      notify(translate('system.codes.released', { sn: code.sn }), { type: 'success' })
      setAsking(false)
    } catch (caught) {
      setFailure(caught)
    }
    setBusy(false)
    void refetch()
  }
  return (
    <>
      <Button
        size="small"
        onClick={() => setAsking(true)}
        aria-label={translate('system.codes.releaseOf', { sn: code.sn })}
      >
        {translate('system.codes.release')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={translate('system.codes.ask')}
          confirm={translate('system.codes.release')}
          busy={busy}
          onConfirm={() => void release()}
          onClose={() => setAsking(false)}
          text={
            <>
              <p>{translate('system.codes.askText', { sn: code.sn })}</p>
              {failure !== null && <InlineError error={failure} />}
            </>
          }
        />
      )}
    </>
  )
}
