import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts'

/**
 * Draws a history answer as Recharts' guide does: one row a moment, one <Line> a node, no animation. Dragging pans, the
 * wheel zooms. The baseline of chart.ts.
 */
type Row = Record<string, number>
type Domain = [from: number, to: number]

interface Answer {
  data: { dataset: { nodemapid: number; data: [number, number][] }[] }
}

const COLORS = ['#4758d4', '#e77412', '#09a198', '#c22068', '#7a6813', '#a47cf9', '#167c8f', '#b07563']

async function load(): Promise<{ rows: Row[]; keys: string[] }> {
  const { data } = (await (await fetch(`/v1/godbAllHistoricaldataByIdToJson/1/0/1${location.search}`)).json()) as Answer
  const first = data.dataset[0]?.data ?? []
  const rows = first.map(
    ([time], at) =>
      Object.fromEntries([
        ['time', time],
        ...data.dataset.map(({ nodemapid, data: samples }) => [`v${nodemapid}`, samples[at]?.[1] ?? 0]),
      ]) as Row,
  )
  return { rows, keys: data.dataset.map(({ nodemapid }) => `v${nodemapid}`) }
}

function Chart({ rows, keys }: { rows: Row[]; keys: string[] }) {
  const whole: Domain = [rows[0]?.['time'] ?? 0, rows.at(-1)?.['time'] ?? 1]
  const [[from, to], setDomain] = useState(whole)
  const box = useRef<HTMLDivElement>(null)
  const grip = useRef<number | null>(null)
  useEffect(() => {
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const turned = event.deltaY / 1000
      setDomain(([start, end]) => [start - (end - start) * turned, end + (end - start) * turned])
    }
    const element = box.current
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [])
  const move = ({ clientX }: { clientX: number }) => {
    if (grip.current === null) return
    const by = ((grip.current - clientX) / 1100) * (to - from)
    grip.current = clientX
    setDomain([from + by, to + by])
  }
  return (
    <div
      ref={box}
      onPointerDown={({ clientX }) => (grip.current = clientX)}
      onPointerMove={move}
      onPointerUp={() => (grip.current = null)}
    >
      <LineChart width={1200} height={420} data={rows}>
        <CartesianGrid vertical={false} />
        <XAxis dataKey="time" type="number" domain={[from, to]} allowDataOverflow />
        <YAxis />
        <Tooltip />
        {keys.map((key, at) => (
          <Line key={key} dataKey={key} stroke={COLORS[at % COLORS.length]} dot={false} isAnimationActive={false} />
        ))}
      </LineChart>
    </div>
  )
}

const root = document.getElementById('root')
if (root) void load().then((answer) => createRoot(root).render(<Chart {...answer} />))
