import { supportsComputer, type WorkspaceSandbox } from '@caisson/core/workspace'
import type { Sandbox } from '@daytonaio/sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DaytonaComputer } from '../../src/computer/index.js'
import { DesktopServer } from './support/desktop-server.js'

let server: DesktopServer
let sandbox: Sandbox
let computer: DaytonaComputer
let operations: string[]

beforeEach(async () => {
  server = await DesktopServer.start()
  sandbox = await server.connect()
  operations = []
  computer = new DaytonaComputer({
    use: (operation, call) => {
      operations.push(operation)
      return call(sandbox)
    },
    portUrl: async (port) => `https://${port}-m-1.example`,
  })
})
afterEach(() => server.close())

const position = { 'GET /computeruse/mouse/position': { x: 30, y: 40 } }
const ok = { x: 1, y: 2 }

describe('each action', () => {
  it.each<[string, (desktop: DaytonaComputer) => Promise<void>, Record<string, object>, string, unknown]>([
    [
      'leftClick',
      (desktop) => desktop.leftClick(1, 2),
      { 'POST /computeruse/mouse/click': ok },
      'POST /computeruse/mouse/click',
      { x: 1, y: 2, button: 'left', double: false },
    ],
    [
      'rightClick',
      (desktop) => desktop.rightClick(1, 2),
      { 'POST /computeruse/mouse/click': ok },
      'POST /computeruse/mouse/click',
      { x: 1, y: 2, button: 'right', double: false },
    ],
    [
      'doubleClick',
      (desktop) => desktop.doubleClick(1, 2),
      { 'POST /computeruse/mouse/click': ok },
      'POST /computeruse/mouse/click',
      { x: 1, y: 2, button: 'left', double: true },
    ],
    [
      'moveMouse',
      (desktop) => desktop.moveMouse(5, 6),
      { 'POST /computeruse/mouse/move': ok },
      'POST /computeruse/mouse/move',
      { x: 5, y: 6 },
    ],
    [
      'drag',
      (desktop) => desktop.drag({ x: 1, y: 2 }, { x: 3, y: 4 }),
      { 'POST /computeruse/mouse/drag': ok },
      'POST /computeruse/mouse/drag',
      { startX: 1, startY: 2, endX: 3, endY: 4, button: 'left' },
    ],
    [
      'scroll, where the mouse is',
      (desktop) => desktop.scroll('down', 3),
      { ...position, 'POST /computeruse/mouse/scroll': { success: true } },
      'POST /computeruse/mouse/scroll',
      { x: 30, y: 40, direction: 'down', amount: 3 },
    ],
    [
      'type',
      (desktop) => desktop.type('hällo'),
      { 'POST /computeruse/keyboard/type': {} },
      'POST /computeruse/keyboard/type',
      expect.objectContaining({ text: 'hällo' }),
    ],
    [
      'press of a key',
      (desktop) => desktop.press('enter'),
      { 'POST /computeruse/keyboard/key': {} },
      'POST /computeruse/keyboard/key',
      { key: 'enter', modifiers: [] },
    ],
    [
      'press of a chord',
      (desktop) => desktop.press(['ctrl', 'shift', 't']),
      { 'POST /computeruse/keyboard/key': {} },
      'POST /computeruse/keyboard/key',
      { key: 't', modifiers: ['ctrl', 'shift'] },
    ],
  ])('reaches the machine: %s', async (_, act, answers, path, body) => {
    Object.assign(server.answers, answers)
    await act(computer)
    expect(server.requests.at(-1)).toEqual({ path, body })
  })

  it('tells what it sees', async () => {
    Object.assign(server.answers, position, {
      'GET /computeruse/screenshot': { screenshot: Buffer.from('a picture').toString('base64') },
      'GET /computeruse/display/info': {
        displays: [
          { id: 0, isActive: false, width: 1, height: 1 },
          { id: 1, isActive: true, width: 1280, height: 720 },
        ],
      },
    })
    const { data, mediaType } = await computer.screenshot()
    expect([Buffer.from(data).toString(), mediaType]).toEqual(['a picture', 'image/png'])
    expect(await computer.getScreenSize()).toEqual({ width: 1280, height: 720 })
    expect(await computer.getCursorPosition()).toEqual({ x: 30, y: 40 })
    expect(await computer.streamUrl()).toBe('https://6080-m-1.example')
    expect(operations).toEqual(['take a screenshot', 'find the size of the screen', 'find the mouse'])
  })

  it('is a complete desktop to those who ask', () => {
    expect(supportsComputer({ computer } as Partial<WorkspaceSandbox> as WorkspaceSandbox)).toBe(true)
  })
})

describe('the desktop', () => {
  const starts = () => server.requests.filter(({ path }) => path === 'POST /computeruse/start').length

  it('is started once for a machine, however many use it at the same time', async () => {
    Object.assign(server.answers, position)
    await Promise.all([computer.getCursorPosition(), computer.getCursorPosition(), computer.start()])
    await computer.getCursorPosition()
    expect(starts()).toBe(1)
    sandbox = await server.connect()
    await computer.getCursorPosition()
    expect(starts()).toBe(2)
  })

  it('is started again after a failure', async () => {
    const works = server.answers['POST /computeruse/start'] ?? {}
    server.answers['POST /computeruse/start'] = { status: 500, body: { message: 'no' } }
    await expect(computer.start()).rejects.toMatchObject({ statusCode: 500 })
    server.answers['POST /computeruse/start'] = works
    await expect(computer.start()).resolves.toBeUndefined()
    expect(starts()).toBe(2)
  })

  it('is a feature that is not supported where the image has none', async () => {
    server.answers['POST /computeruse/start'] = {
      status: 503,
      body: { statusCode: 503, message: 'not available', source: 'DAYTONA_DAEMON' },
    }
    await expect(computer.leftClick(1, 1)).rejects.toMatchObject({ code: 'UNSUPPORTED_FEATURE', provider: 'daytona' })
  })

  it('is only unreachable where something on the way failed', async () => {
    server.answers['POST /computeruse/start'] = { status: 503, body: { message: 'proxy' } }
    await expect(computer.start()).rejects.toMatchObject({ statusCode: 503 })
  })
})

describe('an answer without what was asked for', () => {
  it.each<[string, (desktop: DaytonaComputer) => Promise<unknown>]>([
    ['GET /computeruse/screenshot', (desktop) => desktop.screenshot()],
    ['GET /computeruse/display/info', (desktop) => desktop.getScreenSize()],
    ['GET /computeruse/mouse/position', (desktop) => desktop.getCursorPosition()],
  ])('is an error: %s', async (path, look) => {
    server.answers[path] = {}
    await expect(look(computer)).rejects.toMatchObject({ code: 'UNAVAILABLE', provider: 'daytona' })
  })

  it('is an error of scrolling as well', async () => {
    Object.assign(server.answers, position, { 'POST /computeruse/mouse/scroll': { success: false } })
    await expect(computer.scroll('up', 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('bad input', () => {
  it.each<[string, (desktop: DaytonaComputer) => Promise<unknown>]>([
    ['a point outside', (desktop) => desktop.leftClick(-1, 0)],
    ['a point between pixels', (desktop) => desktop.moveMouse(0, 0.5)],
    ['half a drag', (desktop) => desktop.drag({ x: 0, y: 0 }, { x: NaN, y: 0 })],
    ['a direction', (desktop) => desktop.scroll('left' as 'up', 1)],
    ['no amount', (desktop) => desktop.scroll('up', 0)],
    ['no text', (desktop) => desktop.type(Object(7))],
    ['no key', (desktop) => desktop.press([])],
    ['an empty key', (desktop) => desktop.press(['ctrl', ''])],
  ])('is refused before anything is sent: %s', async (_, act) => {
    await expect(act(computer)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    expect([operations, server.requests]).toEqual([[], []])
  })
})
