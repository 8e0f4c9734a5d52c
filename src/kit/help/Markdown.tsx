import { Fragment, type ReactNode } from 'react'

/**
 * Renders help texts as elements: headings, lists, paragraphs, **bold**, `code` and links to http(s) addresses.
 * Everything else, especially HTML, is shown as plain text.
 */
export function Markdown({ text }: { text: string }) {
  return (
    <>
      {blocksOf(text).map((block, index) => (
        <Fragment key={index}>{draw(block)}</Fragment>
      ))}
    </>
  )
}

type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] }

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let fresh = true
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const last = blocks.at(-1)
    const heading = /^#{1,6}\s+(.*)$/.exec(line)
    const item = /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$/.exec(line)
    if (line.trim() === '') fresh = true
    else if (heading) blocks.push({ kind: 'heading', text: heading[1] ?? '' })
    else if (item) {
      if (last?.kind === 'list' && last.ordered === (item[1] !== undefined)) last.items.push(item[2] ?? '')
      else blocks.push({ kind: 'list', ordered: item[1] !== undefined, items: [item[2] ?? ''] })
    } else if (!fresh && last?.kind === 'paragraph') last.text += ` ${line.trim()}`
    else blocks.push({ kind: 'paragraph', text: line.trim() })
    if (line.trim() !== '') fresh = false
  }
  return blocks
}

function draw(block: Block): ReactNode {
  if (block.kind === 'heading') return <h3>{inline(block.text)}</h3>
  if (block.kind === 'paragraph') return <p>{inline(block.text)}</p>
  const items = block.items.map((item, index) => <li key={index}>{inline(item)}</li>)
  return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>
}

const MARKS = /(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\(https?:\/\/[^\s)]+\))/

function inline(text: string): ReactNode[] {
  return text.split(MARKS).map((part, index) => {
    if (part.startsWith('**') && part.endsWith('**') && part.length > 4)
      return <strong key={index}>{part.slice(2, -2)}</strong>
    if (part.startsWith('`') && part.endsWith('`') && part.length > 2)
      return <code key={index}>{part.slice(1, -1)}</code>
    const link = /^\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)$/.exec(part)
    return link ? (
      <a key={index} href={link[2]} target="_blank" rel="noreferrer">
        {link[1]}
      </a>
    ) : (
      part
    )
  })
}
