import { describe, expect, it } from 'vitest'
import { readCorrection } from '../../../../server/agent/extract/correction.ts'
import { readState } from '../../../../server/agent/state.ts'

const { known } = readState({
  known: {
    name: 'Jane Doe',
    phone: '(521) 555-0188',
    email: 'jane.doe@yahoo.com',
    address: '480 Maplewood Lane, Columbus, OH 43215',
    service_needs: 'Lawn Care & Maintenance',
  },
})
const nobody = readState({}).known

describe('readCorrection', () => {
  it.each([
    ["it's 512 not 521", 'phone', '(512) 555-0188'],
    ['not 521 but 512', 'phone', '(512) 555-0188'],
    ['I meant 0189 at the end', 'phone', '(521) 555-0189'],
    ['the area code is 614', 'phone', '(614) 555-0188'],
    ['not 521-555-0188 but 614-555-0199', 'phone', '(614) 555-0199'],
    ['614-555-0199 not 521-555-0188', 'phone', '(614) 555-0199'],
    ["it's 55 not 555", 'phone', null],
    ['that phone number is wrong', 'phone', null],
    ['sorry my name is Janet not Jane', 'name', 'Janet Doe'],
    ["it's Janet, not Jane", 'name', 'Janet Doe'],
    ['My last name is Smith', 'name', 'Jane Smith'],
    ["It's Jayne with a y", 'name', 'Jayne Doe'],
    ['*Jane Dole', 'name', 'Jane Dole'],
    ["No, I'm Janet Doe", 'name', 'Janet Doe'],
    ["that's not my name", 'name', null],
    ["it's gmail not yahoo", 'email', 'jane.doe@gmail.com'],
    ['not jane.doe@yahoo.com, use jd@example.org', 'email', 'jd@example.org'],
    ["that's the wrong email", 'email', null],
    ['mi correo está mal', 'email', null],
    ["Sorry, it's 490 Maplewood Lane, not 480", 'address', '490 Maplewood Lane, Columbus, OH 43215'],
    ["it's unit 12", 'address', '480 Maplewood Lane unit 12, Columbus, OH 43215'],
    ["it's 490 not 480", 'address', '490 Maplewood Lane, Columbus, OH 43215'],
    ['No, the address is 12 Elm St, Dublin, OH', 'address', '12 Elm St, Dublin, OH'],
    ['Dublin not Columbus', 'address', '480 Maplewood Lane, Dublin, OH 43215'],
    ['the zip is 43017', 'address', '480 Maplewood Lane, Columbus, OH 43017'],
  ])('%j changes the %s to %j, and nothing else', (text, fact, value) => {
    expect(readCorrection(text, known, null)).toEqual({ fact, value })
  })

  it.each([
    "it's Monday not Tuesday",
    'make it 3 not 4',
    'I need trimming not mowing',
    "sorry, I can't do Tuesday",
    "No, that's right",
    "I said 614, didn't I?",
    'is something wrong with my lawn?',
    'your address is wrong on the map',
    'sorry wrong number',
    'it is Jane with an e',
    'not sure',
    'why not Tuesday',
    'Actually, next week',
    'no thanks',
  ])('%j corrects nothing', (text) => {
    expect(readCorrection(text, known, null)).toBeNull()
  })

  it('leaves what is not known alone', () => {
    for (const text of ["it's 512 not 521", 'sorry my name is Janet not Jane', "that's the wrong email"]) {
      expect(readCorrection(text, nobody, null)).toBeNull()
    }
  })
})
