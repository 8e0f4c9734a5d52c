import { randomInt } from 'node:crypto'
import { loadSharp } from '../upload/sharp.ts'
import { glyphs, type Stroke } from './captchaGlyphs.ts'

const WIDTH = 120
const HEIGHT = 40
const LENGTH = 4
const LETTERS = Object.keys(glyphs)

/**
 * Draws a captcha: its answer and its picture, a PNG. No outline, font or text of it leaves the server. Every letter is
 * drawn with a random turn, slant, size, thickness and bend; lines of the same ink cross the letters; then the whole
 * picture is waved, blurred and made grainy. It hinders simple robots only: a model made to read will read it. What
 * protects accounts are the limits of throttle.ts.
 */
export async function drawCaptcha(text = anyText()): Promise<{ text: string; image: Buffer }> {
  const sharp = await loadSharp()
  const drawn = await sharp(Buffer.from(svgOf(text)))
    .flatten({ background: PAPER })
    .raw()
    .toBuffer()
  const image = await sharp(waved(drawn), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .blur(0.4 + between(0, 0.2))
    .png()
    .toBuffer()
  return { text, image }
}

const anyText = (): string => Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

const PAPER = '#f2f4f7'
const INKS = ['#1f3a5f', '#5b2a45', '#2b4a2f', '#4a3b1d', '#3a2f6b']

/** Returns the picture as SVG, which sharp rasterises; the SVG is never sent. */
function svgOf(text: string): string {
  const ink = INKS[randomInt(INKS.length)] ?? '#222'
  const slot = (WIDTH - 16) / LENGTH
  const letters = [...text].flatMap((letter, at) => {
    const bend = bending(8 + slot * (at + 0.5) + between(-2, 2), HEIGHT / 2 + between(-2.5, 2.5))
    return (glyphs[letter] ?? []).map((stroke) => line(stroke.map(bend), ink, between(2.2, 3.4)))
  })
  const crossing = Array.from({ length: 3 }, () => line(wander(), ink, between(0.8, 1.6)))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke-linecap="round" stroke-linejoin="round">${[...letters, ...crossing].join('')}</svg>`
}

/**
 * Returns the map of one letter's box (10 by 14) to a place around a centre: turned, slanted, stretched, and bent by a
 * wave of its own.
 */
function bending(cx: number, cy: number): (point: Stroke[number]) => Stroke[number] {
  const turn = between(-0.3, 0.3)
  const slant = between(-0.22, 0.22)
  const [wide, high] = [between(1.5, 2), between(1.55, 1.95)]
  const [depthX, depthY, phaseX, phaseY] = [between(0.3, 1), between(0.3, 1), between(0, 7), between(0, 7)]
  return ([px, py]) => {
    const x = (px - 5 + depthX * Math.sin(py / 3 + phaseX)) * wide
    const y = (py - 7 + depthY * Math.sin(px / 2.5 + phaseY)) * high
    const slanted = x + slant * y
    return [cx + slanted * Math.cos(turn) - y * Math.sin(turn), cy + slanted * Math.sin(turn) + y * Math.cos(turn)]
  }
}

/** Returns a line from edge to edge through the letters. */
function wander(): Stroke {
  const [from, to, depth, length, phase] = [
    between(6, HEIGHT - 6),
    between(6, HEIGHT - 6),
    between(2, 6),
    between(14, 30),
    between(0, 7),
  ]
  return Array.from({ length: 31 }, (_, at) => [
    (at * WIDTH) / 30,
    from + ((to - from) * at) / 30 + depth * Math.sin((at * WIDTH) / 30 / length + phase),
  ])
}

const line = (stroke: Stroke, ink: string, width: number): string =>
  `<path d="M${stroke.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}" stroke="${ink}" stroke-width="${width.toFixed(1)}"/>`

/** Moves the pixels along two waves, and makes each a little lighter or darker. */
function waved(pixels: Buffer): Buffer {
  const moved = Buffer.alloc(pixels.length)
  const [depthX, depthY, lengthX, lengthY, phaseX, phaseY] = [
    between(1, 2),
    between(1, 2.2),
    between(6, 10),
    between(12, 20),
    between(0, 7),
    between(0, 7),
  ]
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const fromX = clamp(Math.round(x + depthX * Math.sin(y / lengthX + phaseX)), WIDTH - 1)
      const fromY = clamp(Math.round(y + depthY * Math.sin(x / lengthY + phaseY)), HEIGHT - 1)
      const grain = Math.round(between(-14, 14))
      for (let channel = 0; channel < 3; channel++)
        moved[(y * WIDTH + x) * 3 + channel] = clamp((pixels[(fromY * WIDTH + fromX) * 3 + channel] ?? 0) + grain, 255)
    }
  return moved
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most)
const between = (least: number, most: number): number => least + Math.random() * (most - least)
