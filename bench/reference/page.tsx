import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** A row of the API's response. */
export interface Row {
  name: string
  email: string
  note: string
}

/**
 * A heading, a plain field, and the API's rows. The button replaces all rows. The class of the table's box is that of
 * the console's list, so that the benchmark finds both in the same way.
 */
function Page() {
  const [rows, setRows] = useState<Row[]>([])
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    fetch('/api/rows')
      .then((response) => response.json())
      .then(setRows)
  }, [])
  const order = turn % 2 ? rows.toReversed() : rows
  return (
    <>
      <h1>{rows.length} rows</h1>
      <input type="search" aria-label="Search" />
      <button type="button" onClick={() => setTurn(turn + 1)}>
        Next page
      </button>
      <div className="lead-rows">
        <table>
          <tbody>
            {order.map(({ name, email, note }) => (
              <tr key={`${turn} ${email}`}>
                <td>{name}</td>
                <td>{email}</td>
                <td>{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const main = document.querySelector('main')
if (main) createRoot(main).render(<Page />)
