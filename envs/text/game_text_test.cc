// Tests of FullGameText: texts written by earlier versions still name the same games.
#include "envs/text/game_text.h"

#include <string>

#include <gtest/gtest.h>

#include "envs/registry.h"
#include "envs/text/playthrough.h"

namespace kvintet::envs {
namespace {

// As written in models of the first release, with every option that existed then.
constexpr const char* kFirstTexts[] = {
    "konkvest{cycle=end,general_reach=lines,guard_reach=lines,max_plies=600,"
    "queen_retreat=straight,territory=strip}",
    "kontranto{black=cctt,board=7x5,colour_choice=true,moves=king,target=18,white=cctt,"
    "zones=standard}",
    "punct{game=standard,max_plies=400,supply=either}", "renju{forbidden=loses,opening=rif1996}",
    "tantrix{colours=red-yellow,lottery=yes,racks=private,reward=win}"};

TEST(FullGameTextTest, FullTextsOfTheFirstReleaseNameTheDefaultGames) {
  for (const std::string text : kFirstTexts) {
    const auto game = MakeGame(text.substr(0, text.find('{')));
    ASSERT_TRUE(game.ok()) << game.status();
    EXPECT_EQ(FullGameText(text), (*game)->Spec().text);
  }
}

TEST(FullGameTextTest, WritesEveryOptionAndKeepsThoseThatAreWritten) {
  EXPECT_EQ(FullGameText("konkvest{capture_in_row=ends_row}"),
            "konkvest{capture_in_row=ends_row,cycle=end,general_reach=lines,guard_reach=lines,"
            "max_plies=600,queen_retreat=straight,territory=strip}");
  EXPECT_EQ(FullGameText(FullGameText("kontranto{board=3x3}")),
            FullGameText("kontranto{board=3x3}"));
}

TEST(FullGameTextTest, WhatNamesNoGameStaysAsItIs) {
  for (const char* text : {"", "chess", "renju{", "renju{opening=none}", "kontranto{size=small}"}) {
    EXPECT_EQ(FullGameText(text), text);
  }
}

TEST(FullGameTextTest, RecordsOfTheFirstReleaseAreOfTheSameGames) {
  for (const std::string text : kFirstTexts) {
    const auto game = MakeGame(text.substr(0, text.find('{')));
    ASSERT_TRUE(game.ok()) << game.status();
    const auto play = Playthrough::FromRecord(**game, text);
    ASSERT_TRUE(play.ok()) << play.status();
    EXPECT_EQ(play->Record(), (*game)->Spec().text);
  }
}

TEST(FullGameTextTest, RecordsLeaveOutOptionsWhoseDefaultsDependOnOthers) {
  const auto game = MakeGame("kontranto{board=3x3}");
  ASSERT_TRUE(game.ok()) << game.status();
  EXPECT_TRUE(Playthrough::FromRecord(**game, "kontranto{board=3x3}").ok());
  // On this board, the target of the usual board is not the default.
  const auto small = MakeGame("kontranto{board=7x6,target=18}");
  ASSERT_TRUE(small.ok()) << small.status();
  EXPECT_FALSE(Playthrough::FromRecord(**small, "kontranto{board=7x6}").ok());
}

}  // namespace
}  // namespace kvintet::envs
