import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link, useLocation } from 'react-router-dom'
import { mayUse } from '../../../resources/kit/access.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { isEmpty } from '../../../resources/kit/validate.ts'
import type { CellProps } from '../../admin/fields/cell.ts'
import { Badge, useCaller } from '../../kit/index.ts'
import fieldsCss from '../../admin/fields/fields.module.css'

/** Whether a contact's WeChat account is bound, and for users who may edit the contact, the button that binds it. */
export function WechatCell({ resource, value, row }: CellProps) {
  const translate = useTranslate()
  const caller = useCaller()
  const { search } = useLocation()
  const bound = !isEmpty(value)
  const name = titleOf(resource, row)
  return (
    <span className={fieldsCss.cellState} data-part="state">
      <Badge tone={bound ? 'online' : 'neutral'}>
        {translate(bound ? 'alarmConfig.bind.bound' : 'alarmConfig.bind.unbound')}
      </Badge>
      {mayUse(caller, resource, 'edit') && (
        <Button
          size="small"
          component={Link}
          to={{ pathname: `/${resource.path}/${String(row['id'])}/bind`, search }}
          onClick={(event) => event.stopPropagation()}
          aria-label={translate(bound ? 'alarmConfig.bind.rebindOf' : 'alarmConfig.bind.bindOf', { name })}
        >
          {translate(bound ? 'alarmConfig.bind.rebind' : 'alarmConfig.bind.bind')}
        </Button>
      )}
    </span>
  )
}
