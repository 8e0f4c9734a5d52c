// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { Plus } from 'lucide-react'
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { colorOf } from '../../src/chart/colors.ts'
import { ConsoleTheme } from '../../src/kit/theme/ConsoleTheme.tsx'
import { applyMode, chooseMode, currentMode } from '../../src/kit/theme/mode.ts'
import { createConsoleTheme } from '../../src/kit/theme/theme.ts'
import { useMode } from '../../src/kit/theme/useMode.ts'

let dark = false
const listeners = new Set<() => void>()

beforeEach(() => {
  dark = false
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return dark
    },
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const Probe = () => <p>{useMode()}</p>

describe('colour mode', () => {
  it('follows the system until the user chooses one', () => {
    render(<Probe />)
    expect(screen.getByText('light')).toBeTruthy()
    act(() => {
      dark = true
      for (const listener of listeners) listener()
    })
    expect(screen.getByText('dark')).toBeTruthy()
    expect(document.documentElement.dataset['theme']).toBe('dark')
    act(() => chooseMode('light'))
    expect(screen.getByText('light')).toBeTruthy()
    expect(localStorage.getItem('theme')).toBe('light')
  })

  it('sets the theme colour of the phone’s browser bar for both system schemes', () => {
    const css = readFileSync('src/kit/theme/tokens.css', 'utf8')
    const canvases = [...css.matchAll(/^ {2}--canvas: (#\w+);/gm)].map(([, color]) => color)
    const bars = ['light', 'dark'].map((scheme) => {
      const bar = document.head.appendChild(document.createElement('meta'))
      bar.name = 'theme-color'
      bar.setAttribute('media', `(prefers-color-scheme: ${scheme})`)
      return bar
    })
    onTestFinished(() => {
      bars.forEach((bar) => bar.remove())
      chooseMode('system')
    })
    const shown = (['light', 'dark'] as const).map((mode) => {
      chooseMode(mode)
      return bars.map(({ content }) => content)
    })
    expect(shown).toEqual(canvases.map((color) => [color, color]))
  })

  it('stays as chosen when the storage is full and still holds the previous mode', () => {
    const full = () => {
      throw new Error('QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { getItem: () => 'light', setItem: full })
    // Storage works again: nothing is kept outside of it.
    onTestFinished(() => chooseMode('system'))
    chooseMode('dark')
    expect([currentMode(), document.documentElement.dataset['theme']]).toEqual(['dark', 'dark'])
  })

  it('ignores an invalid stored value and removes its listeners on unmount', () => {
    localStorage.setItem('theme', 'plaid')
    expect(currentMode()).toBe('light')
    const { unmount } = render(<Probe />)
    unmount()
    expect(listeners.size).toBe(0)
    applyMode()
    expect(document.documentElement.dataset['theme']).toBe('light')
  })
})

describe('theme tokens', () => {
  const css = readFileSync('src/kit/theme/tokens.css', 'utf8')
  const namesIn = (block: string) => [...block.matchAll(/^ {2}(--[\w-]+): #/gm)].map(([, name]) => name).toSorted()
  const [light = '', darkBlock = ''] = [
    /:root \{([\s\S]*?)\n\}/.exec(css)?.[1],
    /\[data-theme='dark'\] \{([\s\S]*?)\n\}/.exec(css)?.[1],
  ]

  it('define every colour but chart colours in both themes', () => {
    expect(namesIn(light).filter((name) => !/^--c\d$/.test(name ?? ''))).toEqual(namesIn(darkBlock))
  })

  it('set body text to 13 px, and to 14 px on phones, by one token in every style sheet', () => {
    expect([...css.matchAll(/--body: (\w+);/g)].map(([, size]) => size)).toEqual(['13px', '14px'])
    const { body1, body2, button } = createConsoleTheme('light').typography
    expect([body1, body2, button].map(({ fontSize }) => fontSize)).toEqual(Array(3).fill('var(--body)'))
    expect(readFileSync('src/kit/theme/base.css', 'utf8')).toContain('font: 400 var(--body) / 20px var(--sans);')
    const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.css') && readFileSync(`src/${name}`, 'utf8').includes('font-size: 13px;'))
    // Plates on the map are drawn to a fixed size.
    expect(sheets).toEqual(['map/plates.module.css'])
  })

  it('create a theme with the chosen palette mode and the system’s motion preference', () => {
    expect(createConsoleTheme('dark').palette.mode).toBe('dark')
    expect(createConsoleTheme('light').motion.reducedMotion).toBe('system')
  })

  it('set the default stroke width of icons to 1.75', () => {
    const { container } = render(
      <ConsoleTheme>
        <Plus />
      </ConsoleTheme>,
    )
    expect(container.querySelector('svg')?.getAttribute('stroke-width')).toBe('1.75')
  })

  it('provide canvas colours that change when the big screen opens and closes', () => {
    const { dataset, style } = document.documentElement
    onTestFinished(() => {
      delete dataset['screen']
      style.removeProperty('--c1')
    })
    const drawn = ['#4758d4', '#6f83ff', '#4758d4'].map((color, at) => {
      dataset['theme'] = 'dark'
      if (at === 1) dataset['screen'] = 'big'
      else delete dataset['screen']
      style.setProperty('--c1', color)
      return colorOf('--c1')
    })
    expect(drawn).toEqual(['#4758d4', '#6f83ff', '#4758d4'])
  })
})
