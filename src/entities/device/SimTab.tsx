import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useId, useState } from 'react'
import { simCard, type SimCard } from '../../../dataProvider/calls/device.ts'
import { isEmpty } from '../../../resources/kit/validate.ts'
import { formatNumber } from '../../admin/fields/formats.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { useWords } from '../../admin/fields/words.ts'
import { EmptyState } from '../../kit/index.ts'
import formCss from '../../admin/form/form.module.css'
import fieldsCss from '../../admin/fields/fields.module.css'
import { QueryContent } from './QueryContent.tsx'
import css from './device.module.css'

const COMMON = ['iccid', 'msisdn', 'operator', 'status'] as const
/** Firm 0 bills by month and package, the other firms by the card's total traffic (spec 2 §2). */
const BY_MONTH = { used: 'month_traffic', total: 'package_traffic', dates: ['open_date', 'expire_date'] } as const
const BY_TOTAL = { used: 'used_traffic', total: 'total_traffic', dates: ['active_date', 'end_date'] } as const

/** SIM card of a device or gateway. Where the card's provider is not stored, the user chooses it first. */
export function SimTab({ firm, iccid }: { firm: unknown; iccid: string }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const known = isEmpty(firm) ? chosen : Number(firm)
  return known === null ? <ProviderChoice onChoose={setChosen} /> : <Lookup firm={known} iccid={iccid} />
}

function ProviderChoice({ onChoose }: { onChoose: (firm: number) => void }) {
  const translate = useTranslate()
  const pick = useLabel()
  const title = useId()
  const query = useWords('ICCIDServiceProviderValue')
  return (
    <section className={formCss.section}>
      <h3 id={title} className={css.heading}>
        {translate('device.sim.whose')}
      </h3>
      <p className={fieldsCss.help}>{translate('device.sim.whoseHint')}</p>
      <QueryContent query={query}>
        {(words) => (
          <div className={css.buttons} role="group" aria-labelledby={title}>
            {words.map(({ value, label }) => (
              <Button key={value} onClick={() => onChoose(value)}>
                {pick(label)}
              </Button>
            ))}
          </div>
        )}
      </QueryContent>
    </section>
  )
}

/**
 * What the SIM provider reports about a card: number and status, traffic as a bar of its allowance, and dates; or the
 * provider's message where it reports nothing.
 */
function Lookup({ firm, iccid }: { firm: number; iccid: string }) {
  const query = useQuery({
    queryKey: ['sim', firm, iccid],
    queryFn: ({ signal }) => simCard(firm, iccid, signal),
    retry: false,
    staleTime: 60_000,
  })
  return <QueryContent query={query}>{(card) => <Card card={card} firm={firm} />}</QueryContent>
}

function Card({ card, firm }: { card: SimCard; firm: number }) {
  const translate = useTranslate()
  const layout = firm === 0 ? BY_MONTH : BY_TOTAL
  const named: readonly string[] = [...COMMON, layout.used, layout.total, ...layout.dates]
  // The provider of an existing platform may report more fields, under names of its own.
  const others = Object.keys(card).filter((name) => !named.includes(name))
  if (Object.keys(card).length === 0) return <EmptyState title={translate('device.sim.none')} />
  return (
    <>
      <Facts
        title={translate('device.sim.card')}
        facts={COMMON.map((name) => [translate(`device.sim.${name}`), card[name]])}
      />
      <section className={formCss.section}>
        <h3 className={css.heading}>{translate(firm === 0 ? 'device.sim.byMonth' : 'device.sim.byTotal')}</h3>
        <Traffic used={card[layout.used]} total={card[layout.total]} label={translate(`device.sim.${layout.used}`)} />
      </section>
      <Facts
        title={translate('device.sim.dates')}
        facts={layout.dates.map((name) => [translate(`device.sim.${name}`), card[name]])}
      />
      {others.length > 0 && (
        <Facts title={translate('device.sim.others')} facts={others.map((name) => [name, card[name]])} />
      )}
    </>
  )
}

type Value = string | number | undefined

function Facts({ title, facts }: { title: string; facts: readonly (readonly [label: string, value: Value])[] }) {
  return (
    <section className={formCss.section}>
      <h3 className={css.heading}>{title}</h3>
      <dl className={css.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? <span className={fieldsCss.cellNone}>—</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Used of total traffic; with a bar where both are amounts. */
function Traffic({ used, total, label }: { used: Value; total: Value; label: string }) {
  const [usedAmount, totalAmount] = [amount(used), amount(total)]
  const text = `${used === undefined ? '—' : shown(used)} / ${total === undefined ? '—' : shown(total)}`
  return (
    <div className={css.traffic}>
      <span>
        {label} <b>{text}</b>
      </span>
      {usedAmount !== null && totalAmount !== null && totalAmount > 0 && (
        <progress max={totalAmount} value={Math.min(usedAmount, totalAmount)} aria-label={`${label} ${text}`} />
      )}
    </div>
  )
}

const shown = (value: string | number): string => (typeof value === 'number' ? formatNumber(value) : value)
/** Returns the number in a text: "120.5 MB" is 120.5. Amounts in different units are not compared. */
const amount = (value: Value): number | null => {
  const number = Number.parseFloat(String(value ?? ''))
  return Number.isFinite(number) ? number : null
}
