import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslate } from 'react-admin'
import { loadCapabilities } from '../../../authProvider/capabilities.ts'
import { loadAbilityWords } from '../../../i18n/abilities.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { extensions } from '../../../resources/kit/extensions.ts'
import { Badge, Dialog, InlineError, TextSkeleton } from '../../kit/index.ts'
import shellCss from '../shell/shell.module.css'
import controlsCss from '../../kit/controls.module.css'
import { lacking } from './platform.ts'

/** Lists what the connected platform lacks, and how the console copes, before what it has. */
export default function PlatformDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const locale = useLocale()
  const { data, refetch } = useQuery({
    queryKey: ['capabilities'],
    queryFn: loadCapabilities,
    staleTime: Infinity,
    retry: false,
  })
  const words = useQuery({
    queryKey: ['abilityWords', locale],
    queryFn: () => loadAbilityWords(currentLanguage()),
    staleTime: Infinity,
  })
  const missing = data ? lacking(data.extensions) : []
  return (
    <Dialog title={translate('abilities.title')} width={720} onClose={onClose}>
      {words.error ? (
        <InlineError error={words.error} onRetry={() => void words.refetch()} />
      ) : data === undefined || words.data === undefined ? (
        <TextSkeleton />
      ) : !data.known ? (
        <InlineError error="abilities.unknown" onRetry={() => void refetch()} />
      ) : (
        <div className={shellCss.platform}>
          <p>
            {data.name
              ? translate('abilities.is', { name: data.name, version: data.version })
              : translate('abilities.unnamed')}
          </p>
          <p>
            {missing.length === 0
              ? translate('abilities.whole')
              : translate('abilities.lacking', { count: missing.length })}
          </p>
          <table className={controlsCss.table} aria-label={translate('abilities.title')}>
            <thead>
              <tr>
                <th scope="col">{translate('abilities.function')}</th>
                <th scope="col">{translate('abilities.state')}</th>
              </tr>
            </thead>
            <tbody>
              {[...missing, ...extensions.filter((name) => data.extensions.has(name))].map((name) => (
                <tr key={name}>
                  <th scope="row">{words.data.names[name]}</th>
                  <td>
                    {data.extensions.has(name) ? (
                      <Badge tone="online">{translate('abilities.has')}</Badge>
                    ) : (
                      words.data.without[name]
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  )
}
