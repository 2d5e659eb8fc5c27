//! The options of an ordinary decision: runs a seat's instructions over the planes and hands groups to a
//! sink. Kings are kept safe by masks (pins, evasions, safe squares); where a seat has several royal
//! pieces every option is tried instead.
use super::bits::{Bits, each};
use super::program::{Code, Effect, Group, Instr, MAX_PINS, Mode, NO_TABLE, Passing, Program};
use super::sink::{Options, Scratch, Sink};
use super::state::{State, ix};
use super::threats::Threats;

/// What the instructions of one position share.
struct Field<B> {
    own: B,
    occ: B,
    hostile: B,
    empty: B,
    threats: Threats<B>,
    /// Hostile pieces that can only be taken from near by, and the table of what is near.
    shy: (B, u8),
}

impl<B: Bits, const P: usize, const S: usize> Program<B, P, S> {
    /// All options of the player on turn.
    #[inline(always)]
    pub fn generate<K: Sink<B>>(&self, st: &State<B, P, S>, scratch: &mut Scratch<B>, out: &mut K) {
        if !self.enforced {
            if self.seats[usize::from(st.seat) % S].guarded {
                return self.run_guarded(st, scratch, out);
            }
            return self.run::<false, false, K>(st, scratch, out);
        }
        let royals = self.royals(st, usize::from(st.seat) % S);
        if royals.none() {
            self.run::<false, false, K>(st, scratch, out)
        } else if royals.several() {
            self.generate_by_trying(st, scratch, out)
        } else {
            self.run::<true, false, K>(st, scratch, out)
        }
    }

    /// The same by making every option and looking: right for any number of royal pieces, and slow.
    #[cold]
    #[inline(never)]
    pub fn generate_by_trying<K: Sink<B>>(
        &self,
        st: &State<B, P, S>,
        scratch: &mut Scratch<B>,
        out: &mut K,
    ) {
        let seat = usize::from(st.seat) % S;
        let mut all = Options::new();
        self.run::<false, false, _>(st, scratch, &mut all);
        for mut group in all.groups {
            let mut lawful = B::NONE;
            each(group.targets, |to| {
                let next = self.step(st, &group, to, 0);
                if !self.exposed(&next, seat, scratch) {
                    lawful |= B::bit(to);
                }
            });
            if lawful.any() {
                group.targets = lawful;
                group.n = lawful.count() as u16 * u16::from(group.fan);
                out.put(group);
            }
        }
    }

    /// With guards that hang on the position.
    #[cold]
    #[inline(never)]
    fn run_guarded<K: Sink<B>>(&self, st: &State<B, P, S>, scratch: &mut Scratch<B>, out: &mut K) {
        self.run::<false, true, K>(st, scratch, out);
    }

    #[inline(always)]
    fn run<const CHECK: bool, const GUARD: bool, K: Sink<B>>(
        &self,
        st: &State<B, P, S>,
        scratch: &mut Scratch<B>,
        out: &mut K,
    ) {
        let seat = usize::from(st.seat) % S;
        let program = &self.seats[seat];
        let own = st.planes[seat];
        let occ = st.occupied();
        let mut f = Field {
            own,
            occ,
            hostile: occ & !own,
            empty: self.board & !occ,
            threats: Threats::none(),
            shy: (B::NONE, 0),
        };
        if GUARD {
            let guards = &program.guards;
            f.own &= !self.guarded(st, &guards.frozen);
            f.hostile &= !self.guarded(st, &guards.shielded);
            for &(plane, table) in &guards.shy {
                f.shy = (f.shy.0 | (st.planes[ix::<P>(plane)] & f.hostile), table);
            }
        }
        if CHECK {
            self.load(st, &program.atoms, f.hostile, scratch);
            let royal = self.royals(st, seat).first();
            f.threats = self.threats(&program.atoms, scratch, royal, occ, own);
        }
        self.run_code::<CHECK, GUARD, K>(st, &program.code, &f, scratch, out);
        if st.wakes.any() && !program.passing.is_empty() {
            self.run_passing::<CHECK, K>(st, &program.passing, &f, scratch, out);
        }
        if (st.fresh & program.compound_need).any() || program.compound_any {
            self.run_compounds::<CHECK, K>(st, seat, &f, scratch, out);
        }
    }

    #[inline(always)]
    fn run_code<const CHECK: bool, const GUARD: bool, K: Sink<B>>(
        &self,
        st: &State<B, P, S>,
        code: &[Instr<B>],
        f: &Field<B>,
        scratch: &mut Scratch<B>,
        out: &mut K,
    ) {
        let land = (f.hostile | f.empty) & f.threats.evade;
        let mut pc = 0;
        while let Some(ins) = code.get(pc) {
            let all = st.planes[ix::<P>(ins.plane)] & f.own;
            if all.none() {
                pc += usize::from(ins.skip);
                continue;
            }
            pc += 1;
            let free = if CHECK { all & !f.threats.pinned } else { all };
            let held = if CHECK {
                all & f.threats.pinned
            } else {
                B::NONE
            };
            match ins.code {
                Code::Step(mode) => {
                    let goal = Self::goal(mode, f) & f.threats.evade;
                    let mut to = Self::stride(free, ins, f.empty) & goal;
                    if GUARD && (to & f.shy.0).any() {
                        to = self.near_enough(to, ins, f);
                    }
                    self.put_step(to, ins, out);
                    if CHECK && held.any() {
                        for &(sq, way) in &scratch.pins[..scratch.pinned & (MAX_PINS - 1)] {
                            if held.has(sq) {
                                self.put_step(
                                    Self::stride(B::bit(sq), ins, f.empty) & goal & way,
                                    ins,
                                    out,
                                );
                            }
                        }
                    }
                }
                Code::Leap => {
                    each(free, |sq| {
                        let land = self.landing::<GUARD>(land, sq, f);
                        Self::put(self.table(ins.leap, sq) & land, sq, ins, Effect::Plain, out)
                    });
                    self.run_pinned::<CHECK, K>(ins, held, f, land, scratch, out);
                }
                Code::Ride2 => {
                    each(free, |sq| {
                        let land = self.landing::<GUARD>(land, sq, f);
                        Self::put(
                            self.ride(2, &ins.lines, sq, f.occ) & land,
                            sq,
                            ins,
                            Effect::Plain,
                            out,
                        )
                    });
                    self.run_pinned::<CHECK, K>(ins, held, f, land, scratch, out);
                }
                Code::Ride4 => {
                    each(free, |sq| {
                        let land = self.landing::<GUARD>(land, sq, f);
                        Self::put(
                            self.ride(4, &ins.lines, sq, f.occ) & land,
                            sq,
                            ins,
                            Effect::Plain,
                            out,
                        )
                    });
                    self.run_pinned::<CHECK, K>(ins, held, f, land, scratch, out);
                }
                Code::Royal(mode) if CHECK => {
                    let sq = f.threats.royal;
                    let mut targets = self.reach(ins, sq, f.occ) & Self::goal(mode, f);
                    if targets.any() && all.has(sq) {
                        let atoms = &self.seats[usize::from(st.seat) % S].atoms;
                        targets = self.safe(atoms, &scratch.carriers, targets, f.occ & !B::bit(sq));
                        self.put_piece(targets, sq, ins, out);
                    }
                }
                Code::Royal(mode) | Code::Piece(mode) => {
                    let land = Self::goal(mode, f) & f.threats.evade;
                    each(free & ins.pre, |sq| {
                        let land = self.landing::<GUARD>(land, sq, f);
                        self.put_piece(self.reach(ins, sq, f.occ) & land, sq, ins, out)
                    });
                    self.run_pinned::<CHECK, K>(ins, held & ins.pre, f, land, scratch, out);
                }
            }
        }
    }

    /// Where a piece on `sq` may land: far from it, not on a piece that can only be taken from near by.
    #[inline(always)]
    fn landing<const GUARD: bool>(&self, land: B, sq: u8, f: &Field<B>) -> B {
        if GUARD && f.shy.0.any() {
            land & !(f.shy.0 & !self.table(f.shy.1, sq))
        } else {
            land
        }
    }

    /// The same for steps of a whole set.
    #[cold]
    #[inline(never)]
    fn near_enough(&self, to: B, ins: &Instr<B>, f: &Field<B>) -> B {
        let back = ins.step.wrapping_mul(ins.n as i8) as u8;
        let mut keep = to & !f.shy.0;
        each(to & f.shy.0, |sq| {
            if self.table(f.shy.1, sq).has(sq.wrapping_sub(back)) {
                keep |= B::bit(sq);
            }
        });
        keep
    }

    #[inline(always)]
    fn goal(mode: Mode, f: &Field<B>) -> B {
        match mode {
            Mode::Quiet => f.empty,
            Mode::Take => f.hostile,
            Mode::Both => f.empty | f.hostile,
        }
    }

    /// Where the set `from` gets by the step of `ins`, over empty squares.
    #[inline(always)]
    fn stride(from: B, ins: &Instr<B>, empty: B) -> B {
        let mut to = (from & ins.pre).shift(ins.step);
        for _ in 1..ins.n {
            to = (to & empty).shift(ins.step);
        }
        to
    }

    /// What an instruction that goes piece by piece reaches from a square.
    #[inline(always)]
    pub(super) fn reach(&self, ins: &Instr<B>, sq: u8, occ: B) -> B {
        let mut to = if ins.leap == NO_TABLE {
            B::NONE
        } else {
            self.table(ins.leap, sq)
        };
        if ins.nl > 0 {
            to |= self.ride(ins.nl, &ins.lines, sq, occ);
        }
        to
    }

    #[inline(always)]
    fn put<K: Sink<B>>(targets: B, from: u8, ins: &Instr<B>, effect: Effect, out: &mut K) {
        if targets.any() {
            let n = targets.count() as u16;
            out.put(Group {
                targets,
                n,
                from,
                step: 0,
                plane: ins.plane,
                effect,
                fan: 1,
                arg: 0,
            });
        }
    }

    #[inline(always)]
    fn put_piece<K: Sink<B>>(&self, targets: B, from: u8, ins: &Instr<B>, out: &mut K) {
        let effect = if ins.stand {
            Effect::Stand
        } else {
            Effect::Plain
        };
        Self::put(targets & !ins.promo, from, ins, effect, out);
        if (targets & ins.promo).any() {
            Self::put_promotion(targets & ins.promo, from, 0, ins, out);
        }
    }

    #[inline(always)]
    fn put_step<K: Sink<B>>(&self, targets: B, ins: &Instr<B>, out: &mut K) {
        let step = ins.step.wrapping_mul(ins.n as i8);
        let rising = targets & ins.promo;
        if rising.any() {
            Self::put_promotion(rising, 0, step, ins, out);
        }
        let targets = targets & !ins.promo;
        if targets.any() {
            let n = targets.count() as u16;
            let effect = match (ins.wake, ins.stand) {
                (0, false) => Effect::Plain,
                (_, true) => Effect::Stand,
                _ => Effect::LeaveWake,
            };
            out.put(Group {
                targets,
                n,
                from: 0,
                step,
                plane: ins.plane,
                effect,
                fan: 1,
                arg: ins.wake as u8,
            });
        }
    }

    #[cold]
    #[inline(never)]
    fn put_promotion<K: Sink<B>>(targets: B, from: u8, step: i8, ins: &Instr<B>, out: &mut K) {
        let n = targets.count() as u16 * u16::from(ins.fan);
        out.put(Group {
            targets,
            n,
            from,
            step,
            plane: ins.plane,
            effect: Effect::Promote,
            fan: ins.fan,
            arg: 0,
        });
    }

    #[inline(always)]
    fn run_pinned<const CHECK: bool, K: Sink<B>>(
        &self,
        ins: &Instr<B>,
        held: B,
        f: &Field<B>,
        land: B,
        scratch: &Scratch<B>,
        out: &mut K,
    ) {
        if CHECK && held.any() {
            self.run_pinned_cold(ins, held, f.occ, land, scratch, out);
        }
    }

    #[cold]
    #[inline(never)]
    fn run_pinned_cold<K: Sink<B>>(
        &self,
        ins: &Instr<B>,
        held: B,
        occ: B,
        land: B,
        scratch: &Scratch<B>,
        out: &mut K,
    ) {
        for &(sq, way) in &scratch.pins[..scratch.pinned] {
            if held.has(sq) {
                self.put_piece(self.reach(ins, sq, occ) & land & way, sq, ins, out);
            }
        }
    }

    /// Steps to a marked square that take elsewhere. Two squares are cleared, so pins do not tell: the
    /// whole test is made on what would stand then.
    #[cold]
    #[inline(never)]
    fn run_passing<const CHECK: bool, K: Sink<B>>(
        &self,
        st: &State<B, P, S>,
        passing: &[Passing<B>],
        f: &Field<B>,
        scratch: &Scratch<B>,
        out: &mut K,
    ) {
        let atoms = &self.seats[usize::from(st.seat) % S].atoms;
        for way in passing {
            let from = st.planes[ix::<P>(way.plane)] & f.own & way.pre;
            each(from.shift(way.step) & st.wakes & f.empty, |to| {
                let origin = to.wrapping_sub(way.step as u8);
                let victim = to.wrapping_add(way.victim as u8);
                if usize::from(victim) >= B::SIZE
                    || !self.stands(st, way.victims, victim)
                    || !f.hostile.has(victim)
                {
                    return;
                }
                let gone = B::bit(victim);
                let occ = (f.occ & !(B::bit(origin) | gone)) | B::bit(to);
                if CHECK && self.attacked(atoms, &scratch.carriers, f.threats.royal, occ, gone) {
                    return;
                }
                out.put(Group {
                    targets: B::bit(to),
                    n: 1,
                    from: origin,
                    step: 0,
                    plane: way.plane,
                    effect: Effect::TakeWake,
                    fan: 1,
                    arg: victim,
                });
            });
        }
    }

    /// Does a piece of one of these planes stand there?
    fn stands(&self, st: &State<B, P, S>, planes: u64, sq: u8) -> bool {
        (S..P).any(|plane| planes >> plane & 1 == 1 && st.planes[plane].has(sq))
    }

    /// Moves of several pieces between fixed squares.
    #[cold]
    #[inline(never)]
    fn run_compounds<const CHECK: bool, K: Sink<B>>(
        &self,
        st: &State<B, P, S>,
        seat: usize,
        f: &Field<B>,
        scratch: &mut Scratch<B>,
        out: &mut K,
    ) {
        let program = &self.seats[seat];
        if !CHECK {
            self.load(st, &program.atoms, f.hostile, scratch);
        }
        for (i, way) in program.compounds.iter().enumerate() {
            let stands = (st.planes[ix::<P>(way.plane)] & f.own).has(way.from)
                && st.planes[ix::<P>(way.bring.0)].has(way.bring.1);
            if !stands || (st.fresh & way.unmoved) != way.unmoved || (f.occ & way.empty).any() {
                continue;
            }
            let carriers = &scratch.carriers;
            let mut attacked = false;
            each(way.safe, |sq| {
                attacked |= self.attacked(&program.atoms, carriers, sq, f.occ, B::NONE)
            });
            if CHECK {
                // The royal piece may be the mover, the piece brought, or neither.
                let royal = match f.threats.royal {
                    sq if sq == way.from => way.to,
                    sq if sq == way.bring.1 => way.bring.2,
                    sq => sq,
                };
                let occ = (f.occ & !way.touched) | B::bit(way.to) | B::bit(way.bring.2);
                attacked |= self.attacked(&program.atoms, carriers, royal, occ, B::NONE);
            }
            if !attacked {
                out.put(Group {
                    targets: B::bit(way.to),
                    n: 1,
                    from: way.from,
                    step: 0,
                    plane: way.plane,
                    effect: Effect::Compound,
                    fan: 1,
                    arg: i as u8,
                });
            }
        }
    }
}
