//! Every store does the same: the claims, once for each of them.
#![expect(clippy::expect_used, reason = "claims are tests")]

#[path = "conformance/claims.rs"]
mod claims;
#[cfg(feature = "postgres")]
#[path = "support/server.rs"]
mod server;
mod support;

/// A test for each claim and store. A further store needs one more module here, with a way to make an empty one.
macro_rules! conform {
    ($($claim:ident),+ $(,)?) => {
        mod memory {
            $(#[test]
            fn $claim() {
                crate::support::wait(crate::claims::$claim(&byleave_gate::MemoryStore::new()));
            })+
        }

        mod sqlite {
            $(#[test]
            fn $claim() {
                let folder = crate::support::Folder::new(stringify!($claim));
                let store = folder.open();
                crate::support::wait(crate::claims::$claim(&store));
                store.verify(None, |_, _| {}).expect("a whole chain");
            })+
        }

        mod sqlite_at_hand {
            $(#[test]
            fn $claim() {
                let folder = crate::support::Folder::new(concat!("at_hand_", stringify!($claim)));
                let store = folder.open().indexed().expect("indexes").at_hand(2).expect("more connections");
                crate::support::wait(crate::claims::$claim(&store));
                store.verify(None, |_, _| {}).expect("a whole chain");
            })+
        }

        mod sqlite_without_thread {
            $(#[test]
            fn $claim() {
                let folder = crate::support::Folder::new(concat!("without_thread_", stringify!($claim)));
                let store = byleave_store::Sqlite::open_without_thread(folder.database()).expect("a store");
                crate::support::wait(crate::claims::$claim(&store));
                store.verify(None, |_, _| {}).expect("a whole chain");
            })+
        }

        #[cfg(feature = "postgres")]
        mod postgres {
            $(#[test]
            fn $claim() {
                let Some(database) = crate::server::Database::new() else { return };
                let store = database.open();
                // On an executor that knows of no network, as a gate may be.
                crate::support::wait(crate::claims::$claim(&store));
                database.wait(store.verify(&[])).expect("whole chains");
            })+
        }
    };
}

conform! {
    an_empty_store_has_nothing,
    a_session_comes_back_whole,
    a_session_is_only_written_over_the_version_that_was_read,
    sessions_come_last_seen_first,
    a_grant_comes_back_whole_and_is_never_deleted,
    a_grant_is_given_once,
    grants_count_for_their_owner_and_those_below,
    a_circle_of_parents_ends,
    the_last_use_is_spent_once,
    what_is_not_there_is_missing,
    a_request_comes_back_whole,
    a_request_waits_longer_only_from_the_end_it_had_and_while_it_waits,
    the_first_answer_counts,
    a_request_that_was_answered_cannot_be_put_again,
    requests_come_by_state_oldest_first,
    a_change_is_made_whole_or_not_at_all,
    the_record_is_one_chain,
    commits_that_wait_together_do_not_disturb_each_other,
    rows_are_found_by_what_they_say,
    requests_come_in_pages,
    what_waits_past_its_time_can_be_taken,
    a_listener_hears_of_requests,
    those_who_agree_are_counted_once_each_and_none_is_lost,
    an_answer_is_only_given_out_while_it_is_the_one_that_was_read,
    what_waits_too_long_is_given_out_once,
    one_request_is_taken_to_escalate_it_once,
    several_requests_are_found_by_id_and_those_that_wait_are_listed,
    what_a_store_does_itself_is_nothing_of_others,
    one_freeze_lasts_until_it_is_ended_by_its_id,
    a_freeze_of_a_host_counts_for_its_sessions_only_and_that_of_everybody_comes_first,
    a_token_comes_back_whole_and_is_never_deleted,
    what_counts_once_counts_once_until_it_may_be_forgotten,
    of_many_who_use_something_at_once_one_is_the_first,
    more_time_and_an_agreement_at_once_are_both_kept,
}
