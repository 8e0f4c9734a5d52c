import { Button, IconButton, Tooltip } from '@mui/material'
import { X } from 'lucide-react'
import { useListContext, useTranslate } from 'react-admin'
import controlsCss from '../../kit/controls.module.css'
import type { InboxAct } from './acts/acted.ts'
import { useInbox } from './InboxContext.ts'
import { actsFor } from './marks.tsx'
import css from './inbox.module.css'

const ACTS: readonly InboxAct[] = ['acknowledge', 'assign', 'snooze', 'comment', 'close', 'reopen']

/**
 * Bar shown while rows are ticked: how many, and the acts on all of them. The result of each row is shown separately
 * (Notices).
 */
export function BulkBar() {
  const translate = useTranslate()
  const { rows, selected, begin } = useInbox()
  const { onSelect, onUnselectItems } = useListContext()
  const whole = selected.length === rows.length
  return (
    <div className={css.bulk} role="toolbar" aria-label={translate('inbox.bulk')}>
      {/* The label around the box is large enough for a finger. */}
      <label>
        <input
          type="checkbox"
          className={controlsCss.check}
          checked={whole}
          ref={(box) => {
            if (box) box.indeterminate = !whole
          }}
          aria-label={translate('inbox.selectAll')}
          onChange={() => (whole ? onUnselectItems() : onSelect(rows.map(({ id }) => id)))}
        />
      </label>
      <b role="status">{translate('inbox.selected', { smart_count: selected.length })}</b>
      <span className={css.bulkActs}>
        {ACTS.map((act) => {
          const able = selected.filter((episode) => actsFor(episode).includes(act))
          return (
            able.length > 0 && (
              <Button key={act} size="small" onClick={() => begin(act, able)}>
                {translate(`inbox.acts.${act}`)}
              </Button>
            )
          )
        })}
      </span>
      <Tooltip title={translate('inbox.unselect')}>
        <IconButton aria-label={translate('inbox.unselect')} onClick={() => onUnselectItems()}>
          <X size={14} aria-hidden />
        </IconButton>
      </Tooltip>
    </div>
  )
}
