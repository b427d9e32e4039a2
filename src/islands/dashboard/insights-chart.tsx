import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import type { Insights } from '../../contract/insights.ts'
import { counted } from '../../domain/common/counted.ts'
import { dayLabel, leadsLink } from '../../domain/dashboard/insights.ts'
import { dayText } from '../../domain/time/day-range.ts'
import { navigate } from '../../platform/page/navigation.ts'

/** Returns the chart's height in pixels, which the style sheet reserves. */
const height = () => (matchMedia('(width < 768px)').matches ? 200 : 264)
const FONT = '12px system-ui, sans-serif'
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]

/** Returns a function that reads a color of the current theme. */
const color = (name: string) => () =>
  getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim()

interface Shown {
  insights: Insights
  today: string
}

/** Daily leads and bookings, with the leads of the previous period. A click opens the leads of a day. */
export function InsightsChart({ insights, today, label }: Shown & { label: string }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = host.current
    return place ? draw(place, { insights, today }) : undefined
  }, [insights, today])
  return <div className="insights-chart" role="img" aria-label={label} ref={host} />
}

function draw(place: HTMLElement, { insights: { days, previous }, today }: Shown): () => void {
  const axis = { stroke: color('text-muted'), font: FONT, ticks: { show: false } }
  const line = { width: 2, points: { show: days.length <= 7 } }
  const hint = document.createElement('p')
  hint.className = 'insights-hint'
  hint.hidden = true
  const show = (chart: uPlot) => {
    const day = days[chart.cursor.idx ?? -1]
    hint.hidden = !day
    if (!day) return
    hint.textContent = `${dayText(day.day, today)}: ${counted(day.leads, 'lead')}, ${counted(day.bookings, 'booking')}`
    const left = (chart.cursor.left ?? 0) + chart.bbox.left / devicePixelRatio
    hint.style.left = `${Math.min(Math.max(left, 80), chart.width - 80)}px`
  }
  const chart = new uPlot(
    {
      width: place.clientWidth,
      height: height(),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: {
        x: { time: false, ...(days.length === 1 && { range: [-0.5, 0.5] }) },
        y: { range: (_, __, most) => [0, Math.max(2, most)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          space: 64,
          size: 32,
          incrs: [1, 2, 5, 7, 10, 15, 30, 60, 90, 180],
          values: (_, splits) => splits.map((index) => (days[index] ? dayLabel(days[index].day) : '')),
        },
        { ...axis, size: 36, space: 40, incrs: STEPS, grid: { stroke: color('border'), width: 1 } },
      ],
      series: [
        {},
        { stroke: color('text-muted'), dash: [4, 4], width: 1.5, points: { show: false } },
        { stroke: color('info'), ...line },
        { stroke: color('primary'), ...line },
      ],
      hooks: { setCursor: [show] },
    },
    [
      days.map((_, index) => index),
      previous.map(({ leads }) => leads),
      days.map(({ bookings }) => bookings),
      days.map(({ leads }) => leads),
    ],
    place,
  )
  place.append(hint)
  const open = () => {
    const day = days[chart.cursor.idx ?? -1]
    if (day) void navigate(leadsLink([day]))
  }
  chart.over.addEventListener('click', open)
  const resize = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: height() }))
  resize.observe(place)
  const theme = new MutationObserver(() => chart.redraw(false, true))
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => {
    resize.disconnect()
    theme.disconnect()
    chart.destroy()
    hint.remove()
  }
}

/** The chart's numbers, latest day first, with links to each day's leads. */
export function InsightsTable({ insights: { days, previous }, today }: Shown) {
  return (
    <div className="insights-table">
      <table>
        <caption className="hidden-text">Leads and bookings by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Leads</th>
            <th scope="col">Bookings</th>
            <th scope="col">Leads before</th>
          </tr>
        </thead>
        <tbody>
          {days
            .map((each, index) => ({ ...each, before: previous[index]?.leads ?? 0 }))
            .toReversed()
            .map((each) => (
              <tr key={each.day}>
                <th scope="row">
                  <a href={leadsLink([each])}>{dayText(each.day, today)}</a>
                </th>
                <td>{each.leads}</td>
                <td>{each.bookings}</td>
                <td>{each.before}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
